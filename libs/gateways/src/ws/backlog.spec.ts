import { CHUNKS_STOP_BYTES, CUT_BYTES, judgeBacklog, MOST_BYTES } from './backlog';

describe('judgeBacklog', () => {
  it('lets a client that keeps up alone', () => {
    expect(judgeBacklog(CHUNKS_STOP_BYTES, 0)).toBe('fine');
  });
  it('stops passing text for one that falls behind', () => {
    expect(judgeBacklog(CHUNKS_STOP_BYTES + 1, 0)).toBe('no-chunks');
  });
  it('cuts one that does not read', () => {
    expect(judgeBacklog(CUT_BYTES + 1, CUT_BYTES + 1)).toBe('cut');
  });
  it('spares one that is on its way through a long replay', () => {
    expect(judgeBacklog(8 * CUT_BYTES, 0)).toBe('no-chunks');
    expect(judgeBacklog(4 * CUT_BYTES, 8 * CUT_BYTES)).toBe('no-chunks');
  });
  it('cuts one whose backlog is more than any answer', () => {
    expect(judgeBacklog(MOST_BYTES + 1, 0)).toBe('cut');
  });
});
