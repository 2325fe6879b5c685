import type { Node } from 'jsonc-parser';
import type { PlacedProblem } from '../model/finding.js';
import { appendPointer } from '../model/json.js';
import type { Place } from '../model/place.js';
import type { Problem } from '../model/rule.js';
import { LineIndex } from './line-index.js';
import type { JsonDocument } from './parse-json.js';

/** A parsed registry file that knows where its parts stand. */
export class RegistryDocument {
  readonly path: string;
  readonly chain: string | null;
  readonly value: JsonDocument['value'];
  readonly tree: Node;
  readonly #lines: LineIndex;

  constructor(path: string, chain: string | null, text: string, { value, tree }: JsonDocument) {
    this.path = path;
    this.chain = chain;
    this.value = value;
    this.tree = tree;
    this.#lines = new LineIndex(text);
  }

  /** The place of a node of the tree. */
  place(pointer: string, node: Node): Place {
    return { file: this.path, pointer, range: this.#lines.range(node.offset, node.length) };
  }

  /** A problem at a node. */
  problem(problem: Problem, pointer: string, node: Node): PlacedProblem {
    return { problem, place: this.place(pointer, node), entry: null };
  }
}

/** A member of an object: its name, and the nodes of its key and value. */
export interface Member {
  readonly name: string;
  readonly key: Node;
  readonly value: Node;
}

// An object is asked for its members again for each thing that is wrong in it; a hostile one has thousands of both.
const known = new WeakMap<Node, readonly Member[]>();
const indices = new WeakMap<Node, ReadonlyMap<string, Node>>();
/** Up to so many members are looked through, which takes less than to make an index. */
const fewMembers = 8;

/** The members of an object in the order of the text; none for anything but an object. */
export function listMembers(node: Node): readonly Member[] {
  const listed = known.get(node);
  if (listed !== undefined) return listed;
  const members: Member[] = [];
  const children = node.type === 'object' ? (node.children ?? []) : [];
  for (const { children: [key, value] = [] } of children) {
    if (key !== undefined && value !== undefined) members.push({ name: String(key.value), key, value });
  }
  known.set(node, members);
  return members;
}

/** The value node of a member; of members with the same name the last, as JSON.parse has it. */
export function findMember(node: Node, name: string): Node | undefined {
  const members = listMembers(node);
  if (members.length <= fewMembers) return members.findLast((member) => member.name === name)?.value;
  const index = indices.get(node) ?? new Map(members.map((member) => [member.name, member.value]));
  indices.set(node, index);
  return index.get(name);
}

/** The node at a JSON Pointer that was made of this tree; the tree itself where there is none. */
export function findNode(tree: Node, pointer: string): Node {
  return pointer
    .split('/')
    .slice(1)
    .reduce((node, token) => {
      const child = node.type === 'array' ? node.children?.[Number(token)] : findMember(node, token);
      return child ?? node;
    }, tree);
}

/** Calls back for every object of the tree, outermost first, with its pointer. */
export function visitObjects(node: Node, visit: (object: Node, pointer: string) => void, pointer = ''): void {
  if (node.type === 'object') {
    visit(node, pointer);
    for (const { name, value } of listMembers(node)) visitObjects(value, visit, appendPointer(pointer, name));
  }
  if (node.type === 'array') {
    node.children?.forEach((child, index) => visitObjects(child, visit, appendPointer(pointer, index)));
  }
}
