import { Parser } from 'htmlparser2';
import { parseUrl } from '@vance/kernel';

/** What a reader sees of a page. */
export interface PageText {
  readonly title: string;
  readonly text: string;
  /** False: nested so deep that the rest was left out. */
  readonly complete: boolean;
}

const MAX_DEPTH = 500;
/** A `<main>` or `<article>` with at least this many characters is the page; else all of its body is. */
const ENOUGH = 200;
/** How many of them are looked at. */
const MAX_REGIONS = 20;

const UNSEEN = new Set([
  ...['script', 'style', 'noscript', 'template', 'svg', 'math', 'iframe', 'object', 'canvas'],
  ...['audio', 'video', 'nav', 'button', 'select', 'textarea', 'dialog'],
]);
const PARAGRAPHS = new Set([
  ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'dl', 'table', 'pre', 'blockquote'],
  ...['section', 'article', 'main', 'header', 'footer', 'aside', 'figure', 'form', 'hr'],
]);
const LINES = new Set(['div', 'li', 'tr', 'dt', 'dd', 'br', 'figcaption', 'caption', 'address']);

/**
 * Readable text of an HTML page, roughly as Markdown, with absolute links. One pass over the tags without a tree, in
 * linear time whatever the page; what a browser would not show is left out, hidden elements among it.
 * @param base the page's own address
 */
export function pageText(html: string, base: string): PageText {
  const reader = new PageReader(base);
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (!reader.open(name, attributes)) parser.pause();
    },
    onclosetag: (name) => reader.close(name),
    ontext: (text) => reader.text(text),
  });
  parser.write(html);
  if (reader.complete) parser.end();
  return reader.result();
}

type Attributes = Readonly<Record<string, string>>;

class PageReader {
  complete = true;
  private depth = 0;
  /** The depth at which something unseen began. */
  private unseenAt: number | undefined;
  private pre = 0;
  private title = '';
  private inTitle = false;
  private readonly out = new TextOut();
  private readonly links: { readonly href: string | undefined; readonly at: number }[] = [];
  private readonly regions: { readonly start: number; end?: number; readonly depth: number }[] = [];

  constructor(private readonly base: string) {}

  /** @returns false when nothing deeper is looked at */
  open(name: string, attributes: Attributes): boolean {
    this.depth += 1;
    if (this.depth > MAX_DEPTH) this.complete = false;
    if (this.unseenAt === undefined) this.openSeen(name, attributes);
    return this.complete;
  }

  close(name: string): void {
    if (this.unseenAt === undefined) this.closeSeen(name);
    if (this.unseenAt === this.depth) this.unseenAt = undefined;
    this.depth -= 1;
  }

  text(text: string): void {
    if (this.unseenAt !== undefined) return;
    if (this.inTitle) this.title += text;
    else if (this.pre > 0) this.out.verbatim(text);
    else this.out.flow(text);
  }

  result(): PageText {
    const whole = this.out.between(0);
    const main = this.regions
      .map(({ start, end }) => this.out.between(start, end))
      .find((text) => text.length >= ENOUGH);
    const title = this.title.replace(/\s+/g, ' ').trim();
    return { title, text: main ?? whole, complete: this.complete };
  }

  private openSeen(name: string, attributes: Attributes): void {
    if (UNSEEN.has(name) || isHidden(attributes)) {
      this.unseenAt = this.depth;
      return;
    }
    this.breakAt(name);
    if (name === 'title') this.inTitle = true;
    if ((name === 'main' || name === 'article') && this.regions.length < MAX_REGIONS)
      this.regions.push({ start: this.out.length, depth: this.depth });
    if (/^h[1-6]$/.test(name)) this.out.mark(`${'#'.repeat(Number(name[1]))} `);
    if (name === 'li') this.out.mark('- ');
    if (name === 'td' || name === 'th') this.out.cell();
    if (name === 'pre') {
      this.pre += 1;
      this.out.mark('```\n');
    }
    if (name === 'img' && attributes['alt']) this.out.flow(`[image: ${attributes['alt']}]`);
    if (name === 'a')
      this.links.push({ href: this.absolute(attributes['href']), at: this.out.length });
  }

  private closeSeen(name: string): void {
    if (name === 'title') this.inTitle = false;
    if (name === 'pre') {
      this.pre -= 1;
      this.out.mark('\n```');
    }
    if (name === 'a') this.closeLink();
    const region = this.regions.findLast(({ depth }) => depth === this.depth);
    if (region && region.end === undefined) region.end = this.out.length;
    if (name !== 'br') this.breakAt(name);
  }

  private closeLink(): void {
    const link = this.links.pop();
    const said = link && this.out.between(link.at);
    if (link?.href !== undefined && said && said !== link.href) this.out.flow(` (${link.href})`);
  }

  private breakAt(name: string): void {
    if (PARAGRAPHS.has(name)) this.out.break(2);
    else if (LINES.has(name)) this.out.break(1);
  }

  private absolute(href = ''): string | undefined {
    if (href === '' || href.startsWith('#') || parseUrl(href, this.base) === undefined)
      return undefined;
    const url = new URL(href, this.base);
    return /^https?:$/.test(url.protocol) ? url.href : undefined;
  }
}

/** Text in pieces, with blanks and line breaks as few as they may be. */
class TextOut {
  private readonly pieces: string[] = [];
  private breaks = 0;
  private blank = false;

  get length(): number {
    return this.pieces.length;
  }

  /** At least this many line breaks before what comes. */
  break(lines: number): void {
    this.breaks = Math.max(this.breaks, lines);
    this.blank = false;
  }

  flow(text: string): void {
    const words = text.replace(/\s+/g, ' ');
    const said = words.trim();
    if (words.startsWith(' ')) this.blank = true;
    if (said === '') return;
    this.mark(said);
    this.blank = words.endsWith(' ');
  }

  verbatim(text: string): void {
    this.mark(text);
  }

  mark(text: string): void {
    if (this.pieces.length > 0)
      this.pieces.push(this.breaks > 0 ? '\n'.repeat(this.breaks) : this.blank ? ' ' : '');
    this.pieces.push(text);
    this.breaks = 0;
    this.blank = false;
  }

  cell(): void {
    if (this.breaks === 0 && this.pieces.length > 0) this.mark(' |');
    this.blank = this.breaks === 0;
  }

  between(start: number, end?: number): string {
    return this.pieces.slice(start, end).join('').trim();
  }
}

function isHidden(attributes: Attributes): boolean {
  return (
    'hidden' in attributes ||
    attributes['aria-hidden'] === 'true' ||
    /(display\s*:\s*none|visibility\s*:\s*hidden)/i.test(attributes['style'] ?? '')
  );
}
