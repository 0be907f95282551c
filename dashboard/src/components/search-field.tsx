import { useState } from 'preact/hooks'

interface SearchFieldProps {
  label: string
  value: string
  onSearch: (text: string) => void
}

/** Searches on Enter; emptying the field ends the search. */
export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const [text, setText] = useState(value)
  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(text.trim())
      }}
    >
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={200}
        value={text}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value)
          if (currentTarget.value === '' && value !== '') onSearch('')
        }}
      />
    </form>
  )
}
