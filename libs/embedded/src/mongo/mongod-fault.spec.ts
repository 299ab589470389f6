import { explainMongod } from './mongod-fault';

const line = (severity: string, msg: string, attr?: unknown): string =>
  JSON.stringify({ t: {}, s: severity, c: 'X', id: 1, ctx: 'main', msg, attr });

describe('explainMongod', () => {
  it.each([
    ['Failed to set up listener', 'Address already in use', 'its port is in use'],
    [
      'Error setting up storage',
      'DBPathInUse: Unable to lock',
      'its data folder is in use (stop the other Vancetope there, or set VANCE_DATA_DIR)',
    ],
    ['WiredTiger error', 'No space left on device', 'the disk is full'],
    ['Failed to open', 'Read-only file system', 'its data folder is read-only'],
    ['Wrong mongod version', '', 'its data was written by another version of MongoDB'],
  ])('reads %s (%s)', (msg, errmsg, said) => {
    expect(explainMongod([line('I', 'starting'), line('E', msg, { error: { errmsg } })])).toBe(
      said,
    );
  });

  it('answers the last error as it is when it is none of the known ones', () => {
    expect(explainMongod([line('F', 'Fatal assertion', { id: 7 })])).toBe(
      'Fatal assertion {"id":7}',
    );
    expect(explainMongod(['error while loading shared libraries: libx'])).toMatch('libx');
  });

  it('has nothing to say when the log holds no error', () => {
    expect(explainMongod([line('I', 'Now exiting')])).toBeUndefined();
  });
});
