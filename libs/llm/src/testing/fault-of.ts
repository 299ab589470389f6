import { ModelFault } from '../model-port';

/** The fault that a question ends with. @throws Error when it ends otherwise */
export async function faultOf(asking: Promise<unknown>): Promise<ModelFault> {
  const error: unknown = await asking.then(
    () => 'an answer',
    (reason: unknown) => reason,
  );
  if (error instanceof ModelFault) return error;
  throw new Error(`expected a ModelFault, got ${String(error)}`);
}
