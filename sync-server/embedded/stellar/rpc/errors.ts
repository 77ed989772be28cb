/** An error as JSON-RPC reports it. */
export class RpcError extends Error {
  readonly code: number;
  /** What the real RPC tells beside the message, where it does. */
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.name = "RpcError";
    this.code = code;
    this.data = data;
  }
}

export const RpcCode = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
} as const;

export function internal(message: string): RpcError {
  return new RpcError(RpcCode.internal, message);
}

/** For a page of history that does not exist: the real RPC answers so, and not with the code for parameters. */
export function invalidRequest(message: string): RpcError {
  return new RpcError(RpcCode.invalidRequest, message);
}

export function invalidParams(message: string): RpcError {
  return new RpcError(RpcCode.invalidParams, message);
}

/** For parameters of another shape, with what is wrong about them beside. */
export function unreadableParams(problem: string): RpcError {
  return new RpcError(RpcCode.invalidParams, "invalid parameters", problem);
}
