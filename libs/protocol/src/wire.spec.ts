import { wsRequests } from './ws';
import { httpRoutes } from './http';

describe('the wire', () => {
  it('has one route for a method and a path', () => {
    const places = Object.values(httpRoutes).map(({ method, path }) =>
      `${method} ${path}`.replace(/\{\w+\}/g, '{}'),
    );
    expect(places.filter((place, at) => places.indexOf(place) !== at)).toEqual([]);
  });

  it.each(Object.entries(wsRequests))(
    '%s refuses a field it does not know, by name',
    (_, { payload }) => {
      const { error } = payload.safeParse({ unheardOf: 1 });
      const unknown = error?.issues.find((issue) => issue.code === 'unrecognized_keys');
      expect(unknown).toMatchObject({ keys: ['unheardOf'], path: [] });
    },
  );

  it('takes a cursor that is a whole number from 0 on, and no other', () => {
    const { payload } = wsRequests['session-open'];
    const taken = [0, 7, -1, 1.5, '7', null, NaN, Infinity].map(
      (since) => payload.safeParse({ project: 'demo', since }).success,
    );
    expect(taken).toEqual([true, true, false, false, false, false, false, false]);
  });

  it('opens sessions only in projects whose name is one path segment in lower case', () => {
    const { payload } = wsRequests['session-open'];
    const names = ['demo', 'a.b-c_1', '_tenant', '', '_other', 'A', '../a', 'a/b', 'a'.repeat(65)];
    const taken = names.filter((project) => payload.safeParse({ project }).success);
    expect(taken).toEqual(['demo', 'a.b-c_1']);
  });
});
