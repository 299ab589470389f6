// The running product: embedded services, then the app, ended in the opposite order.
import { addressOf, reachableAddressOf } from './address.mjs';
import { nodeFlags } from './node-flags.mjs';
import { setTimeout as delay } from 'node:timers/promises';
import { StepFailed } from './steps.mjs';

/** The app drains running turns for up to 25 s. */
const drainMs = 30_000;
const readyMs = 120_000;
const pollMs = 50;

export class Product {
  #services;
  #app;
  #starting;
  #ended;

  /** True once the end has begun, whoever asked for it. */
  get ending() {
    return this.#ended !== undefined;
  }

  /** True if it is ready and brought the demo tenants. */
  seeded = false;

  /** Starts everything and prints the ready line. Throws what a person should read. */
  async start({ entry, config, embedded }) {
    const settings = config.loadConfig(process.env);
    const port = await freePort(settings, embedded);
    if (this.ending) return;
    this.#starting = embedded.startEmbeddedServices({
      dataDir: settings.dataDir,
      mongoUri: settings.mongodbUri,
      redisUrl: settings.redisUrl,
      mongodBinary: process.env.MONGOD_BINARY,
      redisBinary: process.env.REDIS_BINARY,
      cacheDir: embedded.defaultCacheDir(process.env.XDG_CACHE_HOME),
      log: (line) => console.error(line),
      onLost: (error) => this.#fail(error.message),
    });
    this.#services = await this.#starting;
    if (this.ending) return;
    this.#app = embedded.spawnGuardedApp(process.execPath, [...nodeFlags, entry], {
      ...process.env,
      VANCE_PORT: String(port),
      // The app cannot tell an embedded database from one of the user's own.
      VANCE_SEED: settings.seed,
      MONGODB_URI: this.#services.mongoUri,
      REDIS_URL: this.#services.redisUrl,
    });
    this.#app.once('error', (error) => this.#fail(error.message));
    this.#app.once('exit', (code, signal) => this.#fail(`the app ended with ${code ?? signal}`));
    const url = addressOf(settings.host, port);
    await this.#untilReady(`${reachableAddressOf(settings.host, port)}/readyz`);
    if (this.ending) return;
    this.seeded = settings.seed === 'demo';
    console.log(`ready ${url}`);
  }

  /** Ends everything and then this process, once; a second call while it ends does it at once. */
  end(code) {
    if (this.#ended) {
      this.#app?.kill('SIGKILL');
      return this.#ended;
    }
    this.#ended = this.#stopAll().finally(() => process.exit(code));
    return this.#ended;
  }

  #fail(reason) {
    if (this.ending) return;
    console.error(reason);
    void this.end(1);
  }

  async #stopAll() {
    await this.#stopApp();
    // A start that hangs in a download is cut short: what it spawned dies with us.
    const patience = delay(3000, undefined, { ref: false });
    await Promise.race([this.#starting?.catch(() => undefined), patience]);
    await this.#services?.stop();
  }

  async #stopApp() {
    const app = this.#app;
    if (!app || app.exitCode !== null || app.signalCode !== null) return;
    const gone = new Promise((resolve) => app.once('exit', resolve));
    app.kill('SIGTERM');
    const late = setTimeout(() => app.kill('SIGKILL'), drainMs);
    await gone;
    clearTimeout(late);
  }

  async #untilReady(url) {
    const limit = Date.now() + readyMs;
    while (!this.ending && Date.now() < limit) {
      const ready = await fetch(url, { signal: AbortSignal.timeout(2000) }).then(
        (response) => response.ok,
        () => false,
      );
      if (ready) return;
      await delay(pollMs);
    }
    if (!this.ending) throw new StepFailed(`the app was not ready within ${readyMs / 1000} s`);
  }
}

/** The wanted port, if it can be had; any free one for 0. */
async function freePort({ host, port }, embedded) {
  const fault = await embedded.listenFault(port, host);
  if (fault === undefined) return port === 0 ? embedded.choosePort() : port;
  throw new StepFailed(whyNotListen(fault, host, port));
}

function whyNotListen(fault, host, port) {
  switch (fault) {
    case 'EADDRINUSE':
      return `VANCE_PORT: port ${port} on ${host} is in use; stop what listens there, or set another, for example VANCE_PORT=${port < 65_535 ? port + 1 : port - 1}`;
    case 'EACCES':
      return `VANCE_PORT: this user may not listen on port ${port}; choose one above 1023, for example VANCE_PORT=8787`;
    default:
      return `VANCE_HOST: this machine has no address ${host} (${fault}); for example VANCE_HOST=127.0.0.1`;
  }
}
