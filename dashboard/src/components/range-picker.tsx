import { PRESETS, type Preset, type Range, lastDay } from '../lib/range.ts'
import { setQuery } from '../lib/router.ts'
import { SelectField, TextField } from './fields.tsx'

/** Chooses the days; the address of the page keeps them. */
export function RangePicker({ range }: { range: Range }) {
  const [from, to] = [range.dateFrom ?? '', lastDay(range)]
  return (
    <>
      <SelectField<Preset | 'dates'>
        label="Period"
        value={range.preset}
        options={range.preset === 'dates' ? [...PRESETS, ['dates', 'Dates']] : PRESETS}
        onChange={(preset) => setQuery({ range: preset, from: null, to: null, offset: null })}
      />
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
  )
}
