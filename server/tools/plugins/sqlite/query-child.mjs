/*
 * Runs one SQL statement in a process of its own, so that it can be killed and has nothing to reach for.
 * One line of JSON comes in on stdin, one goes out on stdout. Plain JavaScript: it is started from disk, beside the bundle.
 */
import { once } from 'node:events'
import { DatabaseSync, constants } from 'node:sqlite'
import { Worker } from 'node:worker_threads'

const MAX_VALUE_BYTES = 1_000_000

const READ_ONLY_FUNCTIONS = new Set([
  // values and text
  '-> ->> abs char coalesce concat concat_ws format glob hex if ifnull iif instr length like likelihood likely lower ltrim max min nullif',
  'octet_length printf quote replace round rtrim sign soundex substr substring trim typeof',
  'unhex unicode unistr unistr_quote unlikely upper',
  'random randomblob zeroblob sqlite_version',
  // dates
  'current_date current_time current_timestamp date datetime julianday strftime time timediff unixepoch',
  // mathematics
  'acos acosh asin asinh atan atan2 atanh ceil ceiling cos cosh degrees exp floor ln log log10 log2 mod pi pow power',
  'radians sin sinh sqrt tan tanh trunc',
  // aggregates and windows
  'avg count group_concat median percentile percentile_cont percentile_disc string_agg sum total',
  'cume_dist dense_rank first_value lag last_value lead nth_value ntile percent_rank rank row_number',
  // JSON and full text
  'json json_array json_array_length json_error_position json_extract json_group_array json_group_object json_insert',
  'json_object json_patch',
  'json_pretty json_quote json_remove json_replace json_set json_type json_valid bm25 highlight snippet match',
].join(' ').split(' '))

/** Nothing is decided by the text of a statement: SQLite says what it is about to do, and all but reading is denied. */
function createAuthorizer(seen) {
  return (action, first, second) => {
    const allowed = isReading(action, first, second)
    if (allowed) seen.reading = true
    else seen.denied = true
    return allowed ? constants.SQLITE_OK : constants.SQLITE_DENY
  }
}

function isReading(action, first, second) {
  switch (action) {
    case constants.SQLITE_SELECT:
    case constants.SQLITE_RECURSIVE:
      return true
    case constants.SQLITE_READ:
      // A pragma as a table would tell where the files lie.
      return !first?.toLowerCase().startsWith('pragma_') || first.toLowerCase() === 'pragma_table_info'
    case constants.SQLITE_PRAGMA:
      return first?.toLowerCase() === 'table_info'
    case constants.SQLITE_FUNCTION:
      return READ_ONLY_FUNCTIONS.has(second?.toLowerCase())
    default:
      return false
  }
}

const READ_ONLY = 'This statement is refused: only reading with SELECT is allowed here, with the usual functions.'
const ONE_STATEMENT = 'Send one statement at a time; the text holds a second one.'
// A comment ends at its first `*/` and nowhere else: with `.*?` it could stretch over a statement up to the end of the text.
const BLANKS = /^(?:[\s;]|--[^\n]*(?:\n|$)|\/\*(?:(?!\*\/)[\s\S])*(?:\*\/|$))*$/

function query({ file, sql, limits }) {
  const database = new DatabaseSync(file, { readOnly: true, limits: { length: MAX_VALUE_BYTES, attach: 0 } })
  // In memory, where the watcher's cap sees it, and not in a file that fills the disk.
  database.exec('PRAGMA temp_store = MEMORY; PRAGMA query_only = ON')
  const seen = { reading: false, denied: false }
  database.setAuthorizer(createAuthorizer(seen))
  try {
    const statement = database.prepare(sql)
    // `prepare` compiles the first statement and keeps silent about the rest.
    if (!sql.startsWith(statement.sourceSQL) || !BLANKS.test(sql.slice(statement.sourceSQL.length))) return invalid(ONE_STATEMENT)
    // VACUUM and similar statements run without asking the authorizer.
    if (!seen.reading) return invalid(READ_ONLY)
    return read(statement, limits)
  }
  catch (error) {
    return invalid(seen.denied ? READ_ONLY : `SQLite: ${error.message}`)
  }
}

function invalid(message) {
  return { status: 'invalid', message }
}

function read(statement, limits) {
  statement.setReadBigInts(true)
  statement.setReturnArrays(true)
  const columns = statement.columns().map(column => column.name)
  const rows = []
  let bytes = 0
  for (const values of statement.iterate()) {
    const row = values.map(value => toJson(value, limits.cellBytes))
    bytes += Buffer.byteLength(JSON.stringify(row))
    if (rows.length === limits.rows || bytes > limits.resultBytes) return { status: 'read', columns, rows, truncated: true }
    rows.push(row)
  }
  return { status: 'read', columns, rows, truncated: false }
}

function toJson(value, cellBytes) {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  // JSON has no word for infinity.
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  if (value instanceof Uint8Array) return `[${value.length} bytes]`
  if (typeof value === 'string' && value.length > cellBytes) return `${cutText(value, cellBytes)}… [${value.length} characters]`
  return value
}

/** Never ends with half of a surrogate pair. */
function cutText(text, length) {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')
}

let text = ''
for await (const chunk of process.stdin.setEncoding('utf8')) text += chunk
const request = JSON.parse(text)
const watcher = new Worker(new URL('query-watcher.mjs', import.meta.url), { workerData: request.limits })
await once(watcher, 'message')
watcher.unref()
process.stdout.write(`${JSON.stringify(query(request))}\n`)
