import { ModelAccess } from '../model-access';
import { ClientsByAccess } from './clients-by-access';

it('keeps one client for a key at an address, and the lately used ones', () => {
  const made: string[] = [];
  const clients = new ClientsByAccess(({ apiKey, baseUrl = '' }) => {
    made.push(apiKey + baseUrl);
    return { apiKey };
  });
  const first = clients.get(new ModelAccess('a', { baseUrl: '/1' }));
  expect(clients.get(new ModelAccess('a', { baseUrl: '/1' }))).toBe(first);
  clients.get(new ModelAccess('a', { baseUrl: '/2' }));
  clients.get(new ModelAccess('b', { baseUrl: '/1' }));
  expect(made).toEqual(['a/1', 'a/2', 'b/1']);
  for (let i = 0; i < 499; i += 1) {
    clients.get(new ModelAccess(`tenant ${i}`));
    expect(clients.get(new ModelAccess('a', { baseUrl: '/1' }))).toBe(first);
  }
  clients.get(new ModelAccess('b', { baseUrl: '/1' }));
  expect(made.filter((one) => one === 'b/1')).toHaveLength(2);
});
