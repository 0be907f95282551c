/** Things that people say to be polite, to give a reason or to start a sentence, and that mean nothing here. */

/** Words that change what an instruction means. Whatever has one of them is never left out. */
export const CONSTRAINT =
  /n['’]t\b|\b(?:not|dont|doesnt|never|except|excluding|only|but|unless|keep|keeps|keeping|without|besides|apart from|other than|until|instead|avoid|leave|skip|ignore)\b/iu

const START =
  /^(?:(?:please|pls|plz|kindly|hey|hi|hello|dear|ok(?:ay)?|now|next|first(?:ly)?|second(?:ly)?|third(?:ly)?|finally|lastly|then|and|so|well|thanks|thank you|just|also|quick(?:ly)?(?: one| question| task)?|one more thing|docwright|(?:team|all|folks|everyone)(?=[,!])|btw|fyi|as a reminder|note that|todo|task|request|(?:could|can|would|will)\s+(?:you|we|someone|somebody|u)(?:\s+(?:please|pls|kindly|mind|maybe|perhaps|also|go ahead and))*|i(?:'|’)?d (?:like|love)(?: (?:you|us))? to|(?:i|we) (?:would|’d|'d) like(?: (?:you|us))? to|(?:i|we) (?:want|need|have|wish|plan|would love)(?: (?:you|us))? to|we (?:should|must|are going to|will)|you (?:should|need to|have to)|we(?:'|’)(?:d|ll|re going to) (?:like to)?|let(?:'|’)?s|go ahead and|it would be (?:nice|great|good|helpful|lovely) (?:if you could|to)|would be (?:nice|great) to|make sure (?:to|you)|be sure to|remember to|try to|help me(?: to)?|time to)\b[\s,:!.—–-]*)+/iu

/** "marketing wants us to stop saying". */
const ON_BEHALF =
  /^(?:[\p{L}’']+\s+){1,3}(?:wants?|asked|would like|needs?|told|decided|agreed|prefers?)(?:\s+(?:us|you|me))?\s+to\s+/iu

/** "As discussed in the meeting, …", "Since it is confusing, …". */
const LEADING_REASON =
  /^(?:as|since|because|after|following|per|given|for consistency|to be consistent|based on|from)\b[^,\uE000/]{0,120},\s+/iu

/** A comma and something that only says why. */
const TRAILING_REASON =
  /(?:,|\s[—–-])?\s+(?:because|since|as (?:it|that|this|they|we|the)|so (?:that )?(?:people|users|readers|it|we|they|everyone)|given that|to (?:be|stay) consistent|for consistency|in order to|(?<=,\s+)(?:that['’]?s|which is|it['’]?s|it is|this is|they['’]?re|nobody|no one|we (?:no longer|moved|changed|renamed|switched|have|are)|everyone|people|legal|marketing))\b[^\uE000/]{0,200}$/iu

const END =
  /[\s,](?:please|pls|plz|thanks|thank you|thx|ty|for me|for us|if (?:possible|you can)|if you (?:can|could|don['’]t mind)|when you (?:can|have time|get a chance)|asap|right away|as well|too|now|again|from now on|going forward|cheers|ok|okay|right)$/iu

/** The longest of them, with the character in front of it. */
const END_CHARACTERS = ' when you get a chance'.length

/** An instruction without the words around it. */
export function trimPoliteness(text: string): string {
  let flat = text.replaceAll(/\s+/gu, ' ').trim()
  for (let round = 0; round < 3; round += 1) {
    const before = flat
    flat = withoutStart(flat)
    if (flat === before) break
  }
  flat = flat.slice(0, politeEnd(flat)).trim()
  // An aside, such as "(British spelling)".
  flat = flat.replace(/\s\([\p{L} ,'’]{3,60}\)(?=$|[\s,])/u, (aside) =>
    CONSTRAINT.test(aside) || /\b(?:in|on|also|including|from)\b/iu.test(aside) ? aside : '',
  )
  const reason = TRAILING_REASON.exec(flat)
  if (reason && reason.index > 0 && !CONSTRAINT.test(reason[0].replace(/\bno longer\b/iu, ''))) flat = flat.slice(0, reason.index)
  return flat.slice(0, politeEnd(flat)).trim()
}

/** The same for what goes on with an earlier instruction, where "also" and "instead" mean something. */
export function trimAround(text: string): string {
  const flat = text
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .replace(/^(?:(?:please|pls|hey|hi|ok(?:ay)?|(?:could|can|would) you(?: please)?)\b[\s,:!.]*)+/iu, '')
  return flat.slice(0, politeEnd(flat)).trim()
}

function withoutStart(text: string): string {
  let flat = text.replace(START, '')
  const reason = LEADING_REASON.exec(flat)
  if (reason && !CONSTRAINT.test(reason[0])) flat = flat.slice(reason[0].length)
  const behalf = ON_BEHALF.exec(flat)
  return behalf && !CONSTRAINT.test(behalf[0]) ? flat.slice(behalf[0].length) : flat
}

/** Where the marks and the polite words at the end begin. From the end, so that a text of nothing else is read once. */
function politeEnd(text: string): number {
  let end = endWithout(' .!?', text, text.length)
  for (;;) {
    const words = END.exec(text.slice(Math.max(0, end - END_CHARACTERS), end))
    if (!words) return endWithout(' .!?,;:', text, end)
    end = endWithout(' ,', text, end - words[0].length)
  }
}

function endWithout(characters: string, text: string, from: number): number {
  let end = from
  while (end > 0 && characters.includes(text[end - 1]!)) end -= 1
  return end
}
