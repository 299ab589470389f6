import { type FunctionDeclaration, type GenerateContentParameters } from '@google/genai';
import type { ModelRequest, ModelTool } from '@vance/llm';
import { wellFormed } from '@vance/kernel';
import { objectOf } from './json';
import { conversation } from './wire-contents';

/** Tools never change once made, so each is translated once in its life. */
const declarations = new WeakMap<ModelTool, FunctionDeclaration>();

function declarationOf(tool: ModelTool): FunctionDeclaration {
  let known = declarations.get(tool);
  if (!known) {
    known = {
      name: tool.name,
      description: wellFormed(tool.description),
      parametersJsonSchema: objectOf(JSON.stringify(tool.parameters)),
    };
    declarations.set(tool, known);
  }
  return known;
}

/** The request as the package takes it: one attempt, nothing called or continued by the package itself. */
export function wireRequest(
  { model, messages, tools, maxOutputTokens }: Omit<ModelRequest, 'signal'>,
  abortSignal: AbortSignal,
): GenerateContentParameters {
  const { systemInstruction, contents } = conversation(messages, model);
  return {
    model,
    contents,
    config: {
      abortSignal,
      automaticFunctionCalling: { disable: true },
      automaticContinuation: false,
      ...(systemInstruction === undefined ? {} : { systemInstruction }),
      ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
      ...(tools.length === 0
        ? {}
        : { tools: [{ functionDeclarations: tools.map(declarationOf) }] }),
    },
  };
}
