import { useState } from 'preact/hooks'
import { PRESETS, type Preset, type Range, lastDay } from '../lib/range.ts'
import { setQuery } from '../lib/router.ts'
import { SelectField, TextField } from './fields.tsx'

const OPTIONS = [...PRESETS, ['dates', 'Custom dates']] as const

/** Chooses the days; the address of the page keeps them. */
export function RangePicker({ range }: { range: Range }) {
  const [isCustom, setCustom] = useState(range.preset === 'dates')
  const [from, to] = [range.dateFrom ?? '', lastDay(range)]
  const choose = (preset: Preset | 'dates') => {
    setCustom(preset === 'dates')
    if (preset !== 'dates') setQuery({ range: preset, from: null, to: null, offset: null })
  }
  return (
    <>
      <SelectField<Preset | 'dates'>
        label="Period"
        value={isCustom ? 'dates' : range.preset}
        options={OPTIONS}
        onChange={choose}
      />
      {isCustom && (
        <>
          <TextField
            label="From"
            type="date"
            value={from}
            onInput={(day) => day && setQuery({ from: day, to: to < day ? day : to, offset: null })}
          />
          <TextField
            label="To"
            type="date"
            value={to}
            onInput={(day) => day && setQuery({ from: from === '' || from > day ? day : from, to: day, offset: null })}
          />
        </>
      )}
    </>
  )
}
