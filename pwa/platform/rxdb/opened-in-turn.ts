import type { RxStorage, RxStorageInstanceCreationParams } from "rxdb";
import { yieldTask } from "#pwa/platform/device/yield-task.ts";

/** A storage that opens its tables one after the other, each in a task of its own: RxDB asks for all of them at once. */
export function openedInTurn(storage: RxStorage<unknown, unknown>): RxStorage<unknown, unknown> {
  let turn: Promise<void> = Promise.resolve();
  return {
    name: storage.name,
    rxdbVersion: storage.rxdbVersion,
    async createStorageInstance<Row>(params: RxStorageInstanceCreationParams<Row, unknown>) {
      turn = turn.then(yieldTask);
      await turn;
      return storage.createStorageInstance(params);
    },
  };
}
