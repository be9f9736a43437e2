/**
 * Of what a tool becomes at the providers: verdicts that are stored under another number are computed again.
 * Written by `npm run verdicts` from the recorded tools and the awkward ones; a test compares it with the code.
 */
export const TRANSLATION_VERSION = 1123347857
