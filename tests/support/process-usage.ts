import { readdir, readFile } from "node:fs/promises";

const KIB_PER_MB = 1024;
/** Linux counts a process's time in hundredths of a second, on every machine that we know. */
const MS_PER_TICK = 10;

/** Memory of a process that is in the machine's, in MB, and the handles that it has open; 0 of one that is gone. */
export async function usedBy(pid: number): Promise<{ readonly rssMb: number; readonly handles: number }> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const handles = await readdir(`/proc/${pid}/fd`).catch(() => []);
  return { rssMb: Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / KIB_PER_MB, handles: handles.length };
}

/** Processor time that a process has taken since it began, in ms, to within 10 of them; 0 of one that is gone. */
export async function cpuMsOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  // After the name, which may hold spaces: state is the 3rd field, user and system time the 14th and 15th.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * MS_PER_TICK;
}
