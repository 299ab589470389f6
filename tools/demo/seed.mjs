// The demo sign-ins are written down once, in config/seed/.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { root } from '../house/projects.mjs';

/** One line per demo tenant: who can sign in, and with which password. */
export async function signIns() {
  return (await tenants()).map(({ name, users }) => {
    const people = users.map(({ username, password }) => `${username} / ${password}`);
    return `sign in at tenant ${name}: ${people.join(', ')}`;
  });
}

/** The password that the demo seed gives a user. */
export async function seedPassword(tenant, username) {
  const found = (await tenants()).find((entry) => entry.name === tenant);
  const user = found?.users?.find((entry) => entry.username === username);
  if (user) return user.password;
  throw new Error(`config/seed/ holds no user ${tenant}/${username}`);
}

/** The tenants of the seed, in the order of their files. */
async function tenants() {
  const folder = join(root, 'config/seed');
  const files = (await readdir(folder)).filter((name) => /\.ya?ml$/.test(name)).sort();
  return Promise.all(files.map(async (name) => load(await readFile(join(folder, name), 'utf8'))));
}
