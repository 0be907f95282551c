import type { Request } from '../classify/request.ts'
import { NameList } from '../name-list.ts'
import { SumTable } from '../sum-table.ts'
import { ByteWords } from './byte-words.ts'
import type { LineNames } from './pack-line-sums.ts'

/** What lines say beside their usual parts. */
export interface LineContext {
  request: Request
  /** Scheme and host, if the line has them. */
  origin: string
  /** An address of the site itself, if the line tells which it is. */
  own: string
  isOtherHost: boolean
  isReferrerUnknown: boolean
}

/** All that is remembered of lines beyond the next commit. None of it changes what is counted. */
export interface LineMemory extends LineNames {
  targets: ByteWords
  referrers: ByteWords
  /** By the numbers that lines have for it. */
  contexts: LineContext[]
  /** Where lines have contexts: the numbers of pages by those of targets and contexts; of referrals by referrers and contexts. */
  pages: SumTable
  referrals: SumTable
  addressOf: string[]
  /** By the numbers of targets, or of pages: their places in the list of paths; -1 for what cannot be a page. */
  pathOf: number[]
  /** Why they are no views, whoever asks: places in the list of verdicts. -1 for those that are. */
  reasonOf: number[]
  surfaceOf: number[]
  /** True where what is sent there may be a view, and where files are fetched in ranges; such lines are left to the parser. */
  isMcpOf: boolean[]
  isInPartsOf: boolean[]
  isIgnoredOf: boolean[]
  /** The hosts that they name themselves, for requests without a referrer. */
  namedOf: number[]
  /** Their places in the list of campaigns; -1 for none. */
  campaignOf: number[]
  campaigns: NameList
  /** By the numbers of referrers: who sent the reader, and whether that is elsewhere. */
  hostOf: number[]
  arrivalOf: number[]
  /** By the numbers of addresses. */
  placeOf: number[]
  /** True for addresses that the project ignores. */
  isUnwantedOf: boolean[]
  countryOf: number[]
  countries: NameList
  /** By asker, country, campaign and arrival. Rows have the numbers of traits. */
  traitKeys: SumTable
  /** By what they depend on: agent, place of the address, surface, whether the request failed, and context. Rows have the numbers of askers. */
  askerKeys: SumTable
  /** By the numbers of askers: their places in the list of verdicts. */
  verdictOf: number[]
}

export function createLineMemory(): LineMemory {
  return {
    addresses: new ByteWords(),
    targets: new ByteWords(),
    referrers: new ByteWords(),
    agents: new ByteWords(),
    contexts: [],
    pages: new SumTable([0]),
    referrals: new SumTable([0]),
    addressOf: [],
    pathOf: [],
    reasonOf: [],
    surfaceOf: [],
    isMcpOf: [],
    isIgnoredOf: [],
    isUnwantedOf: [],
    isInPartsOf: [],
    namedOf: [],
    campaignOf: [],
    campaigns: new NameList(),
    hostOf: [],
    arrivalOf: [],
    placeOf: [],
    countryOf: [],
    countries: new NameList(),
    traitKeys: new SumTable([0]),
    askerKeys: new SumTable([0]),
    verdictOf: [],
    paths: new NameList(),
    hosts: new NameList(),
    askers: [],
    traits: [],
  }
}
