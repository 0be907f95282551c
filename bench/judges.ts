// How right the classifier is by lists that its registry was not built from. They disagree with each other on what AI is (one
// calls Applebot AI and another a search engine), so a share of each figure is a difference of opinion. Cloudflare's list led to
// pages of operators that the registry names: by it the classifier was made better, so device-detector is the stricter judge. The rules
// for devices were made with tests of devices in view: that few are mistaken here shows that the rules hold, not how well they do on others.
import { readFileSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import crawlers from 'crawler-user-agents'
import UserAgent from 'user-agents'
import { buildRegistry } from '../scripts/build-registry.ts'
import { SHIPPED } from '../src/analytics/classify/classify.ts'
import { createClassifier } from '../src/analytics/classify/classifier.ts'
import type { Client } from '../src/analytics/classify/identify.ts'
import { indexRegistry } from '../src/analytics/classify/registry.ts'
import { installPackages } from './support/install-packages.ts'
import { examplesOf } from './support/regex-examples.ts'

const FOLDER = join(import.meta.dirname, 'judges')
/** As many draws from the real browsers as find nearly all of their user agents. */
const DRAWS = 60_000
/** The tests of device-detector as of 2020: the last version of its port that came with them. */
const FIXTURES = join(FOLDER, 'node_modules/device-detector-js/fixtures/Tests/fixtures')
/** The tests in which no device and no browser is named. */
const NO_DEVICES = /^(?:bots|feed_reader|mediaplayer|mobile_apps|unknown)\.json$/
/** The folders of the old list that hold no browsers. */
const NO_BROWSERS = /spider|librar|validator|feed|downloader|miscellaneous\/miscellaneous/i

interface Sample {
  userAgent: string
  isAi: boolean
}

interface DetectorRule {
  regex: string
  category?: string
  url?: string
}

interface VerifiedBot {
  category: string
  userAgents: string[]
}

interface TaggedCrawler {
  instances: string[]
  tags?: string[]
}

interface OldBrowser {
  folder: string
  userAgent: string
}

type Judge = (userAgent: string) => Client['client']

export function run(): Record<string, number> {
  installPackages(FOLDER)
  const require = createRequire(join(FOLDER, 'package.json'))
  const judge = judgeBy(SHIPPED.registry)
  const withoutCrawlers = judgeBy(indexRegistry(buildRegistry(['crawler-user-agents'])))
  const detector = fromDetector(require('node-device-detector/regexes/bots') as DetectorRule[])
  const verified = fromVerified(require('cloudflare-bot-directory') as VerifiedBot[])
  const rows = {
    device_detector: score('device-detector, a user agent for each name', detector, judge),
    crawler_user_agents: score('crawler-user-agents, its part of the registry left out', fromTags(), withoutCrawlers),
    cloudflare: score('Cloudflare, verified bots as they declare themselves', verified, judge),
  }
  const drawn = Array.from({ length: DRAWS }, () => new UserAgent().toString())
  const real = [...new Set([...drawn, ...(require('top-user-agents') as string[])])]
  const old = (require('random-useragent/useragent-data.json') as OldBrowser[]).filter(({ folder }) => !NO_BROWSERS.test(folder))
  const devices = readdirSync(FIXTURES)
    .filter((file) => !NO_DEVICES.test(file))
    .flatMap(fromTests)
  const robots = fromTests('bots.json')
  const mistaken = (userAgents: string[]) => userAgents.filter((userAgent) => judge(userAgent) !== 'human').length
  const oldMistaken = mistaken(old.map(({ userAgent }) => userAgent))
  const devicesMistaken = mistaken(devices)
  console.log(`browsers of today called something else: ${mistaken(real)} of ${real.length}`)
  console.log(`old browsers, phones and consoles:       ${oldMistaken} of ${old.length}`)
  console.log(`phones, televisions, other devices:      ${devicesMistaken} of ${devices.length}`)
  console.log(`robots among their tests that are found: ${mistaken(robots)} of ${robots.length}`)
  return {
    ...Object.fromEntries(
      Object.entries(rows).flatMap(([list, row]) => Object.entries(row).map(([k, v]) => [`${list}_${k}`, v])),
    ),
    real_browsers_mistaken: mistaken(real),
    old_browsers_mistaken_percent: percent(oldMistaken, old.length),
    devices_mistaken_percent: percent(devicesMistaken, devices.length),
    devices_robots_found_percent: percent(mistaken(robots), robots.length),
  }
}

function judgeBy(registry: ReturnType<typeof indexRegistry>): Judge {
  const classifier = createClassifier({ knowledge: { registry, addresses: SHIPPED.addresses } })
  return (userAgent) => classifier.classify({ method: 'GET', status: 200, address: '/guide', userAgent, headers: {} }).client
}

/** The list has patterns only. Its user agents are made by the form that robots use, with the address that the list gives. */
function fromDetector(rules: DetectorRule[]): Sample[] {
  return rules.flatMap(({ regex, category = '', url = '' }) => {
    const names = examplesOf(regex).filter((name) => name.trim().length > 2 && new RegExp(regex, 'i').test(name))
    return names.map((name) => ({
      userAgent: `Mozilla/5.0 (compatible; ${name}${name.includes('/') ? '' : '/1.0'}${url === '' ? '' : `; +${url}`})`,
      isAi: category.startsWith('AI'),
    }))
  })
}

function fromTests(file: string): string[] {
  const tests = JSON.parse(readFileSync(join(FIXTURES, file), 'utf8')) as { user_agent: string }[]
  return [...new Set(tests.map((test) => test.user_agent))]
}

function fromVerified(bots: VerifiedBot[]): Sample[] {
  return bots.flatMap(({ category, userAgents }) =>
    userAgents.map((userAgent) => ({ userAgent, isAi: category.startsWith('AI_') })),
  )
}

function fromTags(): Sample[] {
  return (crawlers as TaggedCrawler[]).flatMap(({ instances, tags = [] }) =>
    instances.map((userAgent) => ({ userAgent, isAi: tags.includes('ai-crawler') })),
  )
}

function score(name: string, samples: Sample[], judge: Judge) {
  const called = samples.filter(({ userAgent }) => judge(userAgent) === 'ai')
  const right = called.filter(({ isAi }) => isAi).length
  const figures = {
    ai_recall_percent: percent(right, samples.filter(({ isAi }) => isAi).length),
    ai_precision_percent: percent(right, called.length),
    any_bot_percent: percent(samples.filter(({ userAgent }) => judge(userAgent) !== 'human').length, samples.length),
  }
  const { ai_recall_percent: recall, ai_precision_percent: precision, any_bot_percent: bots } = figures
  console.log(
    `${name} (${samples.length}): AI found ${recall} %, of what is called AI right ${precision} %, bots found ${bots} %`,
  )
  return figures
}

function percent(part: number, whole: number): number {
  return Math.round((10_000 * part) / whole) / 100
}
