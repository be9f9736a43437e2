/** Tokens under the names of every vendor: the mock's handlers take their own and ignore the others. */
export function mockUsage(input: number, output: number): Readonly<Record<string, number>> {
  return {
    prompt_tokens: input,
    completion_tokens: output,
    input_tokens: input,
    output_tokens: output,
    promptTokenCount: input,
    candidatesTokenCount: output,
  }
}
