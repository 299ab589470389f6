// Plays the acceptance suite in a folder against a product whose model is Gemini.
//   node tools/house/acceptance-on-gemini.mjs SUITE LOG [options of its run.mjs]
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startGeminiFront } from './gemini-front/front.mjs';
import { root } from './projects.mjs';

const [suite, log, ...options] = process.argv.slice(2);
process.env.VANCE_PLATFORM_ADMIN_PASSWORD ||= 'accept-platform-password';
// Its configuration is read from the environment at import, so these come late.
const load = (name) => import(pathToFileURL(join(suite, 'lib', name)).href);
const { startScriptedModel } = await load('scripted-model.mjs');
const { Product } = await load('product.mjs');

const model = await startScriptedModel(0);
const front = await startGeminiFront(`${model.url}/v1`);
const product = await Product.prepare({
  project: root,
  modelUrl: model.url,
  env: {
    VANCE_MODEL: 'gemini:scripted',
    GEMINI_API_KEY: 'scripted',
    GEMINI_BASE_URL: front.url,
  },
});
let stopping;
const stop = () =>
  (stopping ??= (async () => {
    const leftovers = await product.stop();
    writeFileSync(log, product.log);
    await front.close();
    await model.close();
    return leftovers;
  })());
for (const name of ['SIGINT', 'SIGTERM'])
  process.once(name, () => stop().finally(() => process.exit(130)));

let code = 1;
try {
  await product.up();
  const env = { ...process.env, VANCE_URL: product.url, ACCEPT_MODEL_URL: model.url };
  const child = spawn(process.execPath, ['run.mjs', ...options], {
    cwd: suite,
    env,
    stdio: 'inherit',
  });
  code = await new Promise((resolve) => child.once('close', resolve));
} catch (error) {
  console.error(error.message);
}
const leftovers = await stop();
if (leftovers.length) console.error(`the product left ${leftovers.join(' ')} behind after SIGTERM`);
process.exit(code || leftovers.length ? 1 : 0);
