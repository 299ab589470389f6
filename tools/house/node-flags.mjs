// How the product's processes are started, here and (by NODE_OPTIONS) in the image: a turn leaves much
// short-lived garbage, and a larger young generation collects it seldom.
export const nodeFlags = ['--max-semi-space-size=64'];
