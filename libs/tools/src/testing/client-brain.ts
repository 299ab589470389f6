import {
  brainChannel,
  toolInvocationSchema,
  type Realtime,
  type ToolInvocation,
  type ToolReply,
} from '@vance/realtime';

/** Plays the brain's part: answers what is asked on its channel, or not when `answer` gives nothing. */
export async function clientBrain(
  realtime: Realtime,
  brainId: string,
  answer: (invocation: ToolInvocation) => Omit<ToolReply, 'callId'> | undefined,
): Promise<{ readonly asked: ToolInvocation[] }> {
  const asked: ToolInvocation[] = [];
  await realtime.subscribe(brainChannel(brainId), (text) => {
    const invocation = toolInvocationSchema.parse(JSON.parse(text));
    asked.push(invocation);
    const reply = answer(invocation);
    if (reply === undefined) return;
    realtime.publish(invocation.replyTo, JSON.stringify({ callId: invocation.callId, ...reply }));
  });
  return { asked };
}
