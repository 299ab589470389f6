import type { McpConnection } from './mcp-connection';

/** Connections of one process at most; the longest unused goes first. */
const MOST = 200;
/** How long an unused one stays. */
const IDLE_MS = 600_000;
const SWEEP_MS = 60_000;

/** The connections of one process, one per tenant, server and configuration. */
export class McpPool {
  private readonly connections = new Map<string, McpConnection>();
  private readonly sweeping = setInterval(() => this.sweep(), SWEEP_MS).unref();

  /** @param key must name the tenant: no connection is ever shared between two */
  get(key: string, make: () => McpConnection): McpConnection {
    const known = this.connections.get(key);
    if (known !== undefined) return known;
    const made = make();
    this.connections.set(key, made);
    if (this.connections.size > MOST) this.closeOldest();
    return made;
  }

  async close(): Promise<void> {
    clearInterval(this.sweeping);
    const all = [...this.connections.values()];
    this.connections.clear();
    await Promise.all(all.map((connection) => connection.close()));
  }

  /** Closes what nobody has used for long. */
  sweep(now = performance.now()): void {
    for (const [key, connection] of this.connections)
      if (now - connection.lastUsed > IDLE_MS) this.end(key, connection);
  }

  private closeOldest(): void {
    const [oldest] = [...this.connections].sort(([, a], [, b]) => a.lastUsed - b.lastUsed);
    if (oldest !== undefined) this.end(...oldest);
  }

  private end(key: string, connection: McpConnection): void {
    this.connections.delete(key);
    void connection.close();
  }
}
