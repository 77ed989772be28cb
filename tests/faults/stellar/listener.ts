/** Follows the stream of transactions over crashes, going on after the last event it has seen. */
export class Listener {
  /** Hashes in the order in which they came. */
  readonly seen: string[] = [];
  #lastEventId = "";

  /** Listens until the network is gone. */
  async follow(url: string): Promise<void> {
    for (;;) {
      const response = await fetch(`${url}/transactions?include_failed=true&limit=25`, {
        headers: {
          accept: "text/event-stream",
          ...(this.#lastEventId !== "" && { "last-event-id": this.#lastEventId }),
        },
      }).catch(() => null);
      if (!response?.body) return;
      try {
        await this.#read(response.body);
      } catch {
        // The connection broke: what came of the last event is thrown away with it.
        return;
      }
    }
  }

  async #read(body: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    let text = "";
    for await (const chunk of body) {
      text += decoder.decode(chunk, { stream: true });
      const events = text.split("\n\n");
      text = events.pop() ?? "";
      for (const event of events) this.#take(event);
    }
  }

  #take(event: string): void {
    const id = /^id: (.+)$/m.exec(event)?.[1];
    const hash = /"hash":"([0-9a-f]{64})"/.exec(event)?.[1];
    if (id === undefined || hash === undefined) return;
    this.#lastEventId = id;
    this.seen.push(hash);
  }
}
