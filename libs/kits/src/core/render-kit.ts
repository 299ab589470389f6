import { MANIFEST, SETTINGS, type Kit, type KitFile } from './kit';

/** The files of a kit as they lie in a folder; read again they give the same kit. JSON scalars are YAML. */
export function renderKit(kit: Kit): readonly KitFile[] {
  const { name, version, description, hash, files, settings } = kit;
  const manifest = lines({ name, version, description, hash });
  const values = Object.fromEntries(settings.map(({ key, value }) => [JSON.stringify(key), value]));
  return [
    { path: MANIFEST, content: manifest },
    ...(settings.length === 0 ? [] : [{ path: SETTINGS, content: lines(values) }]),
    ...files,
  ];
}

function lines(values: Readonly<Record<string, unknown>>): string {
  return Object.entries(values)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`)
    .join('');
}
