// SPDX-License-Identifier: Apache-2.0
// Draws what is in view first, then the rest when there is time, in the colours of the page.
(() => {
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const narrow = window.matchMedia("(max-width: 600px)");
  const drawn = new Map();

  function themed(layout) {
    const style = getComputedStyle(document.documentElement);
    const colour = (name) => style.getPropertyValue(name).trim();
    const axis = (given) => ({
      gridcolor: colour("--rule"),
      linecolor: colour("--rule"),
      tickcolor: colour("--rule"),
      ...given,
      title: { ...(given || {}).title, font: { size: 13, color: colour("--soft") } },
      fixedrange: narrow.matches,
    });
    return {
      ...layout,
      paper_bgcolor: "rgba(0,0,0,0)",
      plot_bgcolor: "rgba(0,0,0,0)",
      font: { family: getComputedStyle(document.body).fontFamily, size: narrow.matches ? 11 : 13, color: colour("--ink") },
      hoverlabel: { bgcolor: colour("--panel"), bordercolor: colour("--rule"), font: { color: colour("--ink") } },
      ...Object.fromEntries(
        Object.keys(layout).filter((name) => /^[xy]axis/.test(name)).map((name) => [name, axis(layout[name])]),
      ),
    };
  }

  function draw(element) {
    const plot = JSON.parse(element.querySelector("script").textContent);
    drawn.set(element, plot);
    Plotly.newPlot(element, plot.data, themed(plot.layout), {
      responsive: true,
      displayModeBar: false,
    });
  }

  function redraw() {
    drawn.forEach((plot, element) => Plotly.relayout(element, themed(plot.layout)));
  }

  const waiting = new Set(document.querySelectorAll(".plot"));
  const idle = window.requestIdleCallback || ((callback) => setTimeout(callback, 20));

  function drawOnce(element) {
    if (waiting.delete(element)) draw(element);
  }

  function drawRest() {
    const [next] = waiting;
    if (next === undefined) return;
    drawOnce(next);
    idle(drawRest);
  }

  const observer = new IntersectionObserver((entries) =>
    entries.filter((entry) => entry.isIntersecting).forEach((entry) => drawOnce(entry.target)),
  );
  waiting.forEach((element) => observer.observe(element));
  idle(drawRest);
  dark.addEventListener("change", redraw);
  narrow.addEventListener("change", redraw);
})();
