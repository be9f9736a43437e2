/** The form above a list that adds to it. Focus follows: to the new row, back to the button, or to the list when a row is removed. */
export function useAddForm(rowId: (id: string) => string) {
  const isAdding = ref(false)
  const added = ref<string | null>(null)
  const addButton = useTemplateRef<{ $el: HTMLElement }>('addButton')
  const list = useTemplateRef<HTMLElement>('list')

  function onCancel() {
    isAdding.value = false
    void focusAfterUpdate(() => addButton.value?.$el)
  }

  function onAdded({ id }: { readonly id: string }) {
    isAdding.value = false
    added.value = id
    void focusAfterUpdate(() => document.getElementById(rowId(id)))
  }

  return { isAdding, added, onCancel, onAdded, focusList: () => focusAfterUpdate(() => list.value) }
}
