const STOP_WORDS = new Set(
  `about above version change changes step steps instead docs libs code source repo repository after again also and another anything around because before being below between both build check code could create
  describe design document documents does doing each every everything explain explore exploring find findings first from give given
  have how into investigate just know like look make many mode more most much need only other over people please plan planning
  project read report review same should show shows some something study such summarise summarize summary survey tell than that their
  them then there these they thing things this through under understand used uses using very want what when where which while
  with work workspace would write writes writing your analyse analyze compare file files folder overview page short
  aber alle alles auch bericht bitte damit dann dass dein deine dies diese dieser einen einem einer eines erkläre erkunde finde kannst
  lies mache machen mein nach oder plane schreib schreibe sich sind über untersuche unter welche wenn werden wie wird zeige zusammen`.split(
    /\s+/,
  ),
);

const SUBJECT = /(?<!\p{L})(?:about|regarding|on|how|über|wie|zu)(?!\p{L})(.*)$/isu;

/** What a request is about, in its own words: what stands behind "about"; empty if it does not say. */
export function subjectOf(text: string): string {
  return brief((SUBJECT.exec(text)?.[1] ?? '').replace(/[\s.!?`"]+$/, ''), 80);
}

/** The words of a request worth searching for, lower case: first those of what it is about. */
export function keywords(text: string, most = 3): string[] {
  const found = `${subjectOf(text)} ${text}`.toLowerCase().match(/\p{L}[\p{L}\p{N}_-]{3,}/gu) ?? [];
  return [...new Set(found.filter((word) => !STOP_WORDS.has(word)))].slice(0, most);
}

const EXTENSIONS =
  'md|mdx|txt|rst|adoc|ts|tsx|mts|cts|js|jsx|mjs|cjs|json|ya?ml|toml|py|go|rs|java|kt|rb|php|cs|c|h|cpp|hpp|sh|sql|html|css|csv|xml';
const PATH = new RegExp(
  `(?<![\\w./-])(?:[\\w@.-]+/)*[\\w@][\\w@.-]*\\.(?:${EXTENSIONS})(?![\\w/-])`,
  'gi',
);

/** Everything in a text that looks like a file's path, each once, in order. */
export function pathsIn(text: string): string[] {
  return [...new Set(text.match(PATH) ?? [])];
}

/** Lower-case letters, digits and dashes, for ids and document names. */
export function slug(text: string, most = 40): string {
  const plain = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, most)
    .replace(/^-+|-+$/g, '');
  return plain === '' ? 'notes' : plain;
}

/** Cut at a word's end, with an ellipsis where something is missing; line breaks become spaces. */
export function brief(text: string, most: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= most) return line;
  return `${line
    .slice(0, most)
    .toWellFormed()
    .replace(/\s+\S*$/, '')}…`;
}
