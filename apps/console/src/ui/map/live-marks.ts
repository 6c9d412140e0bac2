/** Draws marks that change all the time: what stays is moved, what goes is taken off, nothing is left behind. */
import { DivIcon, LayerGroup, type Map as LeafletMap, Marker, Point } from 'leaflet';
import { clusterMarks, type MarkCluster } from './cluster-marks.ts';
import type { LiveMapProps, LiveMark } from './live-map-types.ts';
import styles from './live-map.module.css';

const CLUSTER_PX = 56;
const SMALL_PX = 14;
const MARK_PX = 28;
const ALARM_PX = 44;

type Drawn = { marker: Marker; look: string };

function iconOf({ weight, tone }: MarkCluster, isAlarm: boolean): DivIcon {
  const dot = document.createElement('span');
  dot.className = `${styles.mark} ${styles[tone]} ${isAlarm ? styles.alarm : ''} ${weight === 0 && !isAlarm ? styles.empty : ''}`;
  if (isAlarm) dot.textContent = 'SOS';
  else if (weight > 1) dot.textContent = weight > 999 ? `${Math.floor(weight / 1000)}k` : String(weight);
  const side = isAlarm ? ALARM_PX : weight === 0 ? SMALL_PX : MARK_PX;
  return new DivIcon({ html: dot, className: styles.holder, iconSize: [side, side] });
}

export class LiveMarks {
  readonly #map: LeafletMap;
  readonly #group = new LayerGroup();
  readonly #drawn = new Map<string, Drawn>();

  constructor(map: LeafletMap) {
    this.#map = map;
    this.#group.addTo(map);
  }

  draw(marks: readonly LiveMark[], clusterLabel: LiveMapProps['clusterLabel']): void {
    const byId = new Map(marks.map((mark) => [mark.id, mark]));
    const positioned = marks.map(({ id, lat, lng, weight, tone, isAlarm = false }) => {
      const { x, y } = this.#map.project([lat, lng]);
      return { id, x, y, weight, tone, isAlone: isAlarm };
    });
    const clusters = clusterMarks(positioned, CLUSTER_PX);
    const current = new Set(clusters.map(({ id }) => id));
    for (const [id, { marker }] of this.#drawn) {
      if (current.has(id)) continue;
      this.#group.removeLayer(marker);
      this.#drawn.delete(id);
    }
    for (const cluster of clusters) {
      const members = cluster.ids.flatMap((id) => byId.get(id) ?? []);
      const isAlarm = members.some((mark) => mark.isAlarm === true);
      const [only] = members;
      const label =
        members.length === 1 && only !== undefined
          ? only.label
          : clusterLabel(
              cluster.weight,
              members.map((mark) => mark.label),
            );
      this.#draw(cluster, label, isAlarm);
    }
  }

  #draw(cluster: MarkCluster, label: string, isAlarm: boolean): void {
    const at = this.#map.unproject(new Point(cluster.x, cluster.y));
    const look = `${cluster.weight} ${cluster.tone} ${isAlarm} ${label}`;
    const known = this.#drawn.get(cluster.id);
    if (known !== undefined && known.look === look) {
      if (!known.marker.getLatLng().equals(at)) known.marker.setLatLng(at);
      return;
    }
    if (known !== undefined) this.#group.removeLayer(known.marker);
    const marker = new Marker(at, {
      icon: iconOf(cluster, isAlarm),
      title: label,
      alt: label,
      keyboard: false,
      interactive: true,
      riseOnHover: true,
      zIndexOffset: isAlarm ? 10_000 : 0,
    });
    this.#group.addLayer(marker);
    this.#drawn.set(cluster.id, { marker, look });
  }
}
