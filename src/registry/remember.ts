/** Keeps the results of a function by its first argument, as long as that lives. */
export function remember<
  Key extends object,
  Others extends readonly unknown[],
  Result extends object | string,
>(compute: (key: Key, ...others: Others) => Result): (key: Key, ...others: Others) => Result {
  const results = new WeakMap<Key, Result>();
  return (key, ...others) => {
    const result = results.get(key) ?? compute(key, ...others);
    results.set(key, result);
    return result;
  };
}
