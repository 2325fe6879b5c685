// Shows the date and result of the day under the pointer. For the keyboard, a bar is a read-only slider over its days. The results come from the
// paths of the bar, the dates from the time of the run.
(() => {
  const bars = [...document.querySelectorAll('svg.days')];
  const today = Date.parse(document.querySelector('header time').dateTime.slice(0, 10));
  if (bars.length === 0 || Number.isNaN(today)) return;
  const dayMs = 86_400_000;
  const count = bars[0].viewBox.baseVal.width;

  // A path such as M3 4h2m5 0h1 covers the days 3, 4 and 10.
  const hasDay = (path, day) => {
    let at = 0;
    for (const [, step, length] of path.getAttribute('d').matchAll(/[Mm](\d+) [\d.]+h(\d+)/g)) {
      const from = at + Number(step);
      at = from + Number(length);
      if (from <= day && day < at) return true;
    }
    return false;
  };
  const resultOf = (bar, day) => {
    const classes = [...bar.children]
      .filter((path) => hasDay(path, day))
      .map((path) => path.getAttribute('class'));
    if (classes.includes('fail')) return classes.includes('pass') ? 'partly up' : 'down';
    return { pass: 'up', inconclusive: 'inconclusive' }[classes[0]] ?? 'no run';
  };
  const describeDay = (bar, day) => {
    const date = new Date(today - (count - 1 - day) * dayMs);
    return date.toISOString().slice(0, 10) + ': ' + resultOf(bar, day);
  };

  const tip = document.createElement('p');
  tip.className = 'day-tip';
  const frame = document.createElement('div');
  frame.className = 'day-frame';
  for (const part of [tip, frame]) {
    part.hidden = true;
    part.setAttribute('aria-hidden', 'true');
    document.body.append(part);
  }
  let shownBar = null;

  const hide = () => {
    shownBar = null;
    tip.hidden = frame.hidden = true;
  };
  const show = (bar, day) => {
    shownBar = bar;
    tip.textContent = describeDay(bar, day);
    tip.hidden = frame.hidden = false;
    const box = bar.getBoundingClientRect();
    const width = box.width / count;
    const left = box.left + day * width;
    frame.style.left = left + scrollX + 'px';
    frame.style.top = box.top + scrollY + 'px';
    frame.style.width = width + 'px';
    frame.style.height = box.height + 'px';
    const room = document.documentElement.clientWidth - tip.offsetWidth;
    tip.style.left = Math.max(0, Math.min(room, left + width / 2 - tip.offsetWidth / 2)) + scrollX + 'px';
    tip.style.top = box.bottom + scrollY + 'px';
  };

  const dayOf = (bar) => Number(bar.getAttribute('aria-valuenow')) - 1;
  const setDay = (bar, day) => {
    bar.setAttribute('aria-valuenow', String(day + 1));
    bar.setAttribute('aria-valuetext', describeDay(bar, day));
  };
  for (const bar of bars) {
    const attributes = {
      role: 'slider',
      tabindex: 0,
      'aria-readonly': true,
      'aria-valuemin': 1,
      'aria-valuemax': count,
    };
    for (const [name, value] of Object.entries(attributes)) bar.setAttribute(name, String(value));
    setDay(bar, count - 1);
  }

  const targetOf = (key, day) => ({ ArrowLeft: day - 1, ArrowRight: day + 1, Home: 0, End: count - 1 })[key];
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape') hide();
    const bar = event.target.closest?.('svg.days');
    if (!bar || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const target = targetOf(event.key, dayOf(bar));
    if (target === undefined) return;
    event.preventDefault();
    setDay(bar, Math.max(0, Math.min(count - 1, target)));
    show(bar, dayOf(bar));
  });
  addEventListener('focusin', (event) => {
    const bar = event.target.closest('svg.days');
    if (bar?.matches(':focus-visible')) show(bar, dayOf(bar));
    else hide();
  });
  addEventListener('focusout', hide);
  for (const type of ['pointermove', 'pointerdown']) {
    addEventListener(type, (event) => {
      const bar = event.target.closest?.('svg.days');
      if (bar) {
        const box = bar.getBoundingClientRect();
        const day = Math.floor(((event.clientX - box.left) / box.width) * count);
        show(bar, Math.max(0, Math.min(count - 1, day)));
      } else if (shownBar !== null && shownBar !== document.activeElement) hide();
    });
  }
  addEventListener('resize', hide);
})();
