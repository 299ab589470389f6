/** Frames as bytes of an event stream, each after what `name` says of it. */
export function eventStream(
  frames: readonly unknown[],
  lineEnd: string,
  name: (frame: unknown) => string = () => '',
): string {
  return frames
    .map((frame) => `${name(frame)}data: ${JSON.stringify(frame)}${lineEnd}${lineEnd}`)
    .join('');
}

/** The bytes in parts that begin at the given places. */
export function cutAt(bytes: Buffer, ...places: readonly number[]): Buffer[] {
  const edges = [0, ...places, bytes.length];
  return edges.slice(1).map((edge, i) => bytes.subarray(edges[i], edge));
}
