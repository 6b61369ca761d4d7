// A picture that is fitted into its box, looked at more closely, and moved about: mouse, wheel, fingers and buttons.

const MOST = 60;

export class Camera {
  box; y; x; scale; aimed; aim;

  /** `aim()` applies a new view; `resized()` is called when the size of the box changes. */
  constructor(box, aim, resized) {
    Object.assign(this, { box, aim, x: 0, y: 0, scale: 1, own: false, dragged: false });
    this.world = { width: 1, height: 1 };
    // By itself it does not look from further away than this; it follows `focus` instead.
    this.floor = 0;
    this.focus = null;
    // A part of the world that fills the box, if there is one.
    this.frame = null;
    this.size = null;
    this.fingers = new Map();
    new ResizeObserver(() => {
      const { width, height } = this.room(true);
      if (this.noted === `${width} ${height}`) return;
      this.noted = `${width} ${height}`;
      resized();
    }).observe(box);
    box.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    box.addEventListener("pointerdown", (event) => this.press(event));
    box.addEventListener("pointermove", (event) => this.drag(event));
    for (const end of ["pointerup", "pointercancel"]) box.addEventListener(end, (event) => this.release(event));
  }

  /** How large the box is. Asking makes the browser lay out everything: it is noted. */
  room(again = false) {
    if (!this.size || again || this.size.width === 0)
      this.size = { width: this.box.clientWidth || 600, height: this.box.clientHeight || 400 };
    return this.size;
  }

  /** All of the world in view, from now on. */
  fit() {
    this.own = false;
    this.settle();
  }

  /** Fits the world, unless the reader has a view of their own. */
  settle() {
    if (this.own) return;
    const { width, height } = this.room();
    const { world, focus, frame } = this;
    if (frame) {
      const room = { width: width - 50, height };
      const near = Math.min(2.4, room.width / (frame.right - frame.left), room.height / (frame.bottom - frame.top));
      this.set(50 + (room.width - (frame.left + frame.right) * near) / 2, 0, near);
      return;
    }
    const scale = Math.max(this.floor, Math.min(1, width / world.width, height / world.height));
    const along = (room, size, at, now) => {
      if (size * scale <= room) return Math.max(0, (room - size * scale) / 2);
      if (at === undefined) return 0;
      // The place stays in the middle third.
      const seen = now + at * scale;
      const moved = seen < room / 3 || seen > (2 * room) / 3 ? room / 2 - at * scale : now;
      return Math.min(0, Math.max(room - size * scale, moved));
    };
    const y = world.height * scale <= height ? 0 : along(height, world.height, focus?.y, this.y);
    this.set(along(width, world.width, focus?.x, this.x), y, scale);
  }

  set(x, y, scale) {
    if (x === this.x && y === this.y && scale === this.scale && this.aimed) return;
    Object.assign(this, { x, y, scale, aimed: true });
    this.box.dataset.scale = scale.toFixed(3);
    this.aim();
  }

  /** Looks closer, or from further away, keeping a point of the box where it is. */
  zoom(by, at = null) {
    const { width, height } = this.room();
    const point = at ?? { x: width / 2, y: height / 2 };
    const least = Math.min(1, width / this.world.width, height / this.world.height);
    const scale = Math.min(MOST, Math.max(least, this.scale * by));
    const factor = scale / this.scale;
    this.own = true;
    this.set(point.x - (point.x - this.x) * factor, point.y - (point.y - this.y) * factor, scale);
    if (scale === least) this.fit();
  }

  move(dx, dy) {
    this.own = true;
    this.set(this.x + dx, this.y + dy, this.scale);
  }

  /** Moves, if the reader's own view would lose it, so that a place can be seen. */
  follow(place) {
    if (this.own) this.bring(place);
  }

  bring({ x, y }) {
    const { width, height } = this.room();
    const at = { x: this.x + x * this.scale, y: this.y + y * this.scale };
    const margin = { x: Math.min(70, width / 4), y: Math.min(50, height / 4) };
    const inside = (value, edge, size) => (value < edge ? edge - value : value > size - edge ? size - edge - value : 0);
    const dx = inside(at.x, margin.x, width);
    const dy = inside(at.y, margin.y, height);
    if (this.own && (dx || dy)) this.set(this.x + dx, this.y + dy, this.scale);
  }

  point({ clientX, clientY }) {
    const box = this.box.getBoundingClientRect();
    return { x: clientX - box.left, y: clientY - box.top };
  }

  /** The wheel with a key zooms; without one it belongs to the page, unless there is more to see in the box. */
  wheel(event) {
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY / 300), this.point(event));
    } else if (this.own) {
      event.preventDefault();
      this.move(event.shiftKey ? -event.deltaY : -event.deltaX, event.shiftKey ? 0 : -event.deltaY);
    }
  }

  press(event) {
    if (event.button !== 0) return;
    this.dragged = false;
    this.fingers.set(event.pointerId, this.point(event));
  }

  drag(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const now = this.point(event);
    const [dx, dy] = [now.x - before.x, now.y - before.y];
    if (!this.dragged && Math.hypot(dx, dy) < 4) return;
    if (!this.dragged) this.box.setPointerCapture(event.pointerId);
    this.dragged = true;
    if (this.fingers.size === 2) {
      const [other] = [...this.fingers].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
      const spread = (one) => Math.hypot(one.x - other.x, one.y - other.y);
      this.zoom(spread(now) / Math.max(1, spread(before)), other);
    } else if (this.own || this.scale > 1) {
      this.move(dx, dy);
    }
    this.fingers.set(event.pointerId, now);
  }

  release(event) {
    this.fingers.delete(event.pointerId);
    // The click that ends a drag opens nothing.
    if (this.dragged) setTimeout(() => { this.dragged = false; });
  }
}
