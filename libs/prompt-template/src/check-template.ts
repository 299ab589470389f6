import { err, ok, type Result } from '@vance/kernel';
import type { TemplateFault } from './fault';
import { parseSource } from './parse/parse-source';
import { readBody } from './read/read-body';
import { Findings } from './read/reader';
import type { Template } from './template';

/**
 * Reads a template and checks every node of it against what is allowed: what is refused here can never be
 * rendered. A syntax error is told alone, broken rules together (20 at most).
 */
export function checkTemplate(source: string): Result<Template, readonly TemplateFault[]> {
  const tree = parseSource(source);
  if (!tree.ok) return err([tree.error]);
  const findings = new Findings();
  const body = readBody(tree.value, findings, 1);
  return findings.faults.length > 0 ? err(findings.faults) : ok({ body });
}
