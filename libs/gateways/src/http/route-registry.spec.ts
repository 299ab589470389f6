import { routeFaults } from './route-registry';

describe('routeFaults', () => {
  it('finds nothing where every route has one handler', () => {
    expect(routeFaults(['a'], [{ where: 'C.a', route: 'a' }])).toEqual([]);
  });
  it('names a route without a handler', () => {
    expect(routeFaults(['a'], [])[0]).toContain("add one with @Endpoint('a')");
  });
  it('names a route with two handlers', () => {
    const handlers = [
      { where: 'C.a', route: 'a' },
      { where: 'D.a', route: 'a' },
    ];
    expect(routeFaults(['a'], handlers)[0]).toContain('C.a, D.a');
  });
  it('names a handler without a declared permission', () => {
    expect(routeFaults([], [{ where: 'C.x', route: undefined }])[0]).toContain('C.x');
  });
});
