import { loadConfig } from '@vance/config';
import { modelOptions } from './models';

const start = (env: Readonly<Record<string, string | undefined>>) => () =>
  modelOptions(loadConfig(env));

it('a model that no provider here serves ends the start with a line that says why', () => {
  expect(start({ VANCE_MODEL: 'nope:x' })).toThrow(
    'VANCE_MODEL: nope:x is of an unknown provider; there are demo, openai, gemini; for example VANCE_MODEL=demo:guide',
  );
  expect(start({ VANCE_MODEL: 'demo:guide, openai:gpt-5' })).toThrow(
    /^VANCE_MODEL: openai:gpt-5 needs OPENAI_API_KEY/,
  );
  expect(start({ VANCE_MODEL: 'gemini:gemini-2.5-pro' })).toThrow(
    /^VANCE_MODEL: gemini:gemini-2.5-pro needs GEMINI_API_KEY/,
  );
  expect(start({ VANCE_MODEL: 'default:chat' })).toThrow(/^VANCE_MODEL: default:chat stands for/);
});

it('a key, or a server of the operator’s own, is enough', () => {
  for (const more of [{ OPENAI_API_KEY: 'k' }, { OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' }])
    expect(start({ VANCE_MODEL: 'openai:any', ...more })).not.toThrow();
  expect(start({ VANCE_MODEL: 'gemini:any', GEMINI_API_KEY: 'k' })).not.toThrow();
  expect(start({})).not.toThrow();
});
