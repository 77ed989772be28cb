/** The seeds 1, 2, ... of a test; other ones, one after the other from a first one, with `NAME=first` or `NAME=first:count`. */
export function seeds(name: string, count: number): number[] {
  const [first = 1, many = count] = (process.env[name] ?? "").split(":").filter(Boolean).map(Number);
  return Array.from({ length: many }, (_, index) => first + index);
}
