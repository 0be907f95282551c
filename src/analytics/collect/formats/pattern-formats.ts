import type { LogFormat } from './log-format.ts'
import { createOwnFormat } from './own-pattern/own-format.ts'

/** Formats of fixed columns, each in the words of nginx. A name that nginx does not have is a column that nobody needs here. */
const PATTERNS = {
  // docs.aws.amazon.com/AmazonS3/latest/userguide/LogFormat.html
  s3: '$owner $bucket [$time_local] $remote_addr $requester $id $operation $key "$request" $status $error $bytes $size $total $turn "$http_referer" "$http_user_agent" $version',
  // docs.haproxy.org, "HTTP log format"; headers that are captured stand in braces before the request.
  haproxy:
    '$remote_addr:$port [$time_local] $frontend $backend/$server $t1/$t2/$t3/$t4/$t5 $status $bytes $cookie1 $cookie2 $state $c1/$c2/$c3/$c4/$c5 $queues "$request"',
  // www.envoyproxy.io, "Default format string", and Istio's, which has two columns more.
  istio:
    '[$time_iso8601] "$request" $status $flags $details $reason "$failure" $in $out $duration $upstream "$remote_addr" "$http_user_agent" "$id" "$host" "$server"',
  envoy:
    '[$time_iso8601] "$request" $status $flags $in $out $duration $upstream "$remote_addr" "$http_user_agent" "$id" "$host" "$server"',
  // docs.bunny.net, "Log format".
  bunny: '$cache|$status|$msec|$bytes|$zone|$remote_addr|$http_referer|$request_uri|$edge|$http_user_agent|$id|$country',
} as const

export const PATTERN_FORMATS: readonly LogFormat[] = Object.entries(PATTERNS).map(([name, pattern]) => ({
  ...createOwnFormat(pattern),
  name,
}))
