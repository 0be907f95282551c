import { createW3cFormat } from './w3c-columns.ts'

/** The W3C extended log of IIS (learn.microsoft.com/iis/configuration/system.applicationhost/sites/site/logfile): `+` is a space. */
export const w3c = createW3cFormat({
  name: 'w3c',
  separator: ' ',
  decode: (value) => value.replaceAll('+', ' '),
  isOwn: (fields) => fields.includes('cs-uri-stem') && !fields.includes('x-edge-location'),
})
