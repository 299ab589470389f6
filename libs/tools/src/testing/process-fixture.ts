import type { ProcessDocument } from '@vance/data';
import { testProcess } from '@vance/data/testing';

/** A process that rests, of tenant-1, for tests that need a stored one. */
export const restingProcess = (more: Partial<ProcessDocument> = {}): ProcessDocument =>
  testProcess({
    _id: 'prc_1',
    tenantId: 'tenant-1',
    sessionId: 'ses_1',
    createdAt: new Date(0),
    version: 1,
    todos: [{ id: 'a', status: 'PENDING', content: 'First' }],
    ...more,
  });
