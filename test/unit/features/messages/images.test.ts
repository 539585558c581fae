import { expect, it } from "vitest";
import { namesOf } from "../../../../src/features/messages/images.ts";

const ids = Array.from({ length: 2000 }, (_, index) => `F${index}`);

it("asks the store for names of images once, and for no more than a post has room for", async () => {
  const asked: (readonly string[])[] = [];
  const namesOfFiles = async (fileIds: readonly string[]) => {
    asked.push(fileIds);
    return fileIds.map((id) => `${id}.png`);
  };
  const names = await namesOf(ids, { namesOf: namesOfFiles });
  expect(asked).toEqual([ids.slice(0, 30)]);
  expect(names[0]).toBe("F0.png");
});

it("keeps no message from leaving when the store can't be asked", async () => {
  const namesOfFiles = async () => {
    throw new Error("database away");
  };
  expect(await namesOf(ids, { namesOf: namesOfFiles })).toEqual([]);
});
