import { errorsOf, type RouteSpec } from '@vance/protocol';

/** The route table as one plain page: no script, nothing from elsewhere. */
export function docsPage(routes: Readonly<Record<string, RouteSpec>>): string {
  const rows = Object.values(routes).map(
    (route) =>
      `<tr><td>${escape(route.method)}</td><td><code>${escape(route.path.replace('*}', '}'))}</code></td>` +
      `<td>${escape(route.permission)}</td><td>${escape(route.summary)}</td>` +
      `<td><small>${errorsOf(route).map(escape).join(', ')}</small></td></tr>`,
  );
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Vancetope API</title></head><body>' +
    '<h1>Vancetope API</h1><p>Machine-readable: <a href="/api/openapi.json">/api/openapi.json</a>, ' +
    'for the socket <a href="/api/asyncapi.json">/api/asyncapi.json</a></p>' +
    '<table><thead><tr><th>Method</th><th>Path</th><th>Permission</th><th>Summary</th><th>Error codes</th></tr></thead>' +
    `<tbody>${rows.join('')}</tbody></table></body></html>`
  );
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
