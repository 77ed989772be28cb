import { tmpdir } from "node:os";
import { join } from "node:path";

/** Where the tests' processes keep what they compiled: what one start compiled, the next need not. */
export const COMPILED = process.env["NODE_COMPILE_CACHE"] ?? join(tmpdir(), "compile-cache");
