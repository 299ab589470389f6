/** Known ways of `mongod` to fail at its start: what its log says, and what we say. */
const knownFaults: readonly (readonly [RegExp, string])[] = [
  [/Address already in use/, 'its port is in use'],
  [
    /DBPathInUse|Unable to lock the lock file/,
    'its data folder is in use (stop the other Vancetope there, or set VANCE_DATA_DIR)',
  ],
  [/No space left on device/, 'the disk is full'],
  [/Read-only file system|read-only directory/, 'its data folder is read-only'],
  [
    /featureCompatibilityVersion|Wrong mongod version|unsupported WiredTiger file version/,
    'its data was written by another version of MongoDB',
  ],
  [/Permission denied/, 'no permission to write to its data folder'],
];

/** One line on why `mongod` ended; undefined if its log does not tell. */
export function explainMongod(lines: readonly string[]): string | undefined {
  const loud = lines.filter((line) => /"s":"[EF]"/.test(line) || !line.startsWith('{'));
  const text = loud.join('\n');
  const known = knownFaults.find(([pattern]) => pattern.test(text));
  return known?.[1] ?? lastError(loud);
}

function lastError(loud: readonly string[]): string | undefined {
  const line = loud.at(-1);
  if (!line) return undefined;
  try {
    const { msg, attr } = JSON.parse(line) as { msg: string; attr?: unknown };
    return attr ? `${msg} ${JSON.stringify(attr)}` : msg;
  } catch {
    return line;
  }
}
