import type { ChangeStream, Document } from "mongodb";

/**
 * Opens a change stream on the server and answers with its events: what changes from then on is among them. It does not wait for any;
 * `tryNext()`, which opens it as well, would for as long as the database may leave a look unanswered. Throws what the driver does.
 */
export async function beginStream<Event extends Document>(
  stream: ChangeStream<Document, Event>,
): Promise<AsyncGenerator<Event, never>> {
  const isOpen = Promise.withResolvers<undefined>();
  // It has a token as soon as the server has its cursor, before any event.
  stream.once("resumeTokenChanged", () => isOpen.resolve(undefined));
  const first = stream.next();
  // Told by whoever reads it.
  first.catch(() => undefined);
  await Promise.race([isOpen.promise, first]);
  return eventsOf(stream, first);
}

async function* eventsOf<Event extends Document>(
  stream: ChangeStream<Document, Event>,
  first: Promise<Event>,
): AsyncGenerator<Event, never> {
  yield await first;
  for (;;) yield await stream.next();
}
