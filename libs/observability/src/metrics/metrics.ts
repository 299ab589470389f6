import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** The product's Prometheus metrics. Labels are closed sets: no tenant, user, path or model text of a caller. */
export class Metrics {
  readonly registry = new Registry();

  readonly requests = new Histogram({
    name: 'vance_http_request_seconds',
    help: 'Duration of REST requests',
    labelNames: ['route', 'status'] as const,
    buckets: seconds,
    registers: [this.registry],
  });
  readonly socketRequests = new Counter({
    name: 'vance_socket_requests_total',
    help: 'Requests over the socket',
    labelNames: ['event', 'outcome'] as const,
    registers: [this.registry],
  });
  readonly connections = new Gauge({
    name: 'vance_socket_connections',
    help: 'Connected sockets',
    registers: [this.registry],
  });
  readonly signIns = new Counter({
    name: 'vance_sign_ins_total',
    help: 'Sign-ins',
    labelNames: ['outcome'] as const,
    registers: [this.registry],
  });
  readonly turns = new Histogram({
    name: 'vance_turn_seconds',
    help: 'Duration of turns from the take of the lane to the commit',
    labelNames: ['outcome'] as const,
    buckets: seconds,
    registers: [this.registry],
  });
  readonly modelCalls = new Histogram({
    name: 'vance_model_call_seconds',
    help: 'Duration of model calls',
    labelNames: ['provider', 'outcome'] as const,
    buckets: seconds,
    registers: [this.registry],
  });
  readonly modelTokens = new Counter({
    name: 'vance_model_tokens_total',
    help: 'Tokens as the provider counted them',
    labelNames: ['direction'] as const,
    registers: [this.registry],
  });
  readonly budgetRefusals = new Counter({
    name: 'vance_budget_refusals_total',
    help: 'What a tenant’s budget refused or kept waiting',
    labelNames: ['budget'] as const,
    registers: [this.registry],
  });
  readonly toolCalls = new Counter({
    name: 'vance_tool_calls_total',
    help: 'Tool calls by how they ended',
    labelNames: ['state'] as const,
    registers: [this.registry],
  });
  readonly swept = new Counter({
    name: 'vance_swept_processes_total',
    help: 'Processes the sweeper found due',
    labelNames: ['reason'] as const,
    registers: [this.registry],
  });
  readonly writeConflicts = new Counter({
    name: 'vance_process_write_conflicts_total',
    help: 'Compare-and-set writes that had to be decided anew',
    registers: [this.registry],
  });

  /** @param runtime also measure the Node process itself (event loop, memory, garbage collection) */
  constructor(runtime = false) {
    if (runtime) collectDefaultMetrics({ register: this.registry });
  }

  /** Everything in Prometheus' text format. */
  text(): Promise<string> {
    return this.registry.metrics();
  }
}
