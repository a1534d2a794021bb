import { simulate } from '../test/scale/simulation.ts'

// node scripts/scale.ts [ISSUES] [SHARDS] [KILLS] [SEED]: a run over many issues on a clock that only waits move. Fails when a rate limit is
// broken, an issue has not exactly one answer, or a forecast of a run without killed shards misses by more than a quarter.

const [issues = 10_000, parallel = 64, kills = 0, seed = 1] = process.argv.slice(2).map(Number)
const MAX_ERROR = 0.25
const MAX_REQUESTS = 3

const { runs, violations, wrong, maxRequests, requests, items } = await simulate({ issues, parallel, kills, seed })
console.log('items | forecast min | minutes | forecast $ | $ | killed | later')
for (const { forecast, minutes, usd, killed, later } of runs)
  console.log(
    [
      forecast.items,
      forecast.minutes.toFixed(0),
      minutes.toFixed(0),
      forecast.usd?.toFixed(2),
      usd.toFixed(2),
      killed,
      later,
    ].join(' | '),
  )
const error = (actual: number, expected: number) => Math.abs(actual - expected) / expected
const misses = runs.filter(
  ({ forecast, minutes, usd }) =>
    error(minutes, forecast.minutes) > MAX_ERROR || error(usd, forecast.usd ?? 0) > MAX_ERROR,
)
console.log(
  `${items} issues, ${(requests / items).toFixed(3)} requests each (at most ${maxRequests}), ${violations.length} violations, ${wrong.length} wrong`,
)
const isGood =
  violations.length === 0 && wrong.length === 0 && (kills > 0 || (misses.length === 0 && maxRequests <= MAX_REQUESTS))
process.exit(isGood ? 0 : 1)
