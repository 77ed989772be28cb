/** Why nothing was set up; its message is one sentence for the console. */
export class SetupError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "SetupError";
  }
}
