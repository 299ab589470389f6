import { Test } from '@nestjs/testing';
import { BundledFiles } from '@vance/config';
import { NEVER_READ_ONLY, READ_ONLY_FALLBACK } from '@vance/plan-core';
import { isReadOnlyTool } from './core/effect';
import type { ToolDescriptor } from './tool';
import { TOOL_LISTS } from './tool-lists';
import { ToolRegistry } from './tool-registry';
import { ToolsModule } from './tools.module';

/** Starts the module as an application does, with stand-ins for what its tools need. */
async function discovered(): Promise<readonly ToolDescriptor[]> {
  const options = { workspace: { dataDir: '/nowhere', mounts: [] } };
  const app = await Test.createTestingModule({ imports: [ToolsModule.forRoot(options)] })
    .useMocker(() => ({}))
    .compile();
  await app.init();
  return app.get(ToolRegistry).descriptors();
}

describe('the server’s tools', () => {
  let tools: readonly ToolDescriptor[];
  beforeAll(async () => {
    tools = await discovered();
  });
  const names = (wanted: (tool: ToolDescriptor) => boolean): string[] =>
    tools.filter(wanted).map(({ name }) => name);

  it('stand each in exactly one of the two written lists', () => {
    expect(names(isReadOnlyTool)).toEqual([...TOOL_LISTS.readOnly].sort());
    expect(names((tool) => !isReadOnlyTool(tool))).toEqual([...TOOL_LISTS.withEffect].sort());
  });

  it('agree with the list by which plan mode decides without labels', () => {
    expect(TOOL_LISTS.readOnly.filter((name) => !READ_ONLY_FALLBACK.has(name))).toEqual([]);
    expect(TOOL_LISTS.withEffect.filter((name) => READ_ONLY_FALLBACK.has(name))).toEqual([]);
    expect(TOOL_LISTS.readOnly.filter((name) => NEVER_READ_ONLY.has(name))).toEqual([]);
  });

  it('speak of no other tool in their descriptions and schemas', () => {
    const told = tools.flatMap(({ name, description, inputSchema }) => {
      const text = `${description} ${JSON.stringify(inputSchema)}`;
      return tools.filter((other) => other.name !== name && text.includes(other.name));
    });
    expect(told.map(({ name }) => name)).toEqual([]);
  });

  it('are named in no bundled prompt or manual when they have an effect', () => {
    const files = BundledFiles.load();
    const texts = ['prompts/', 'manuals/'].flatMap((folder) => files.list(folder));
    expect(texts.length).toBeGreaterThan(0);
    const naming = texts.filter((path) =>
      TOOL_LISTS.withEffect.some((name) => name.includes('_') && files.read(path)?.includes(name)),
    );
    expect(naming).toEqual([]);
  });

  it('take no more than 64 characters of name and 1,000 of description', () => {
    expect(
      names(({ name, description }) => name.length > 64 || description.length > 1_000),
    ).toEqual([]);
  });
});
