import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;

/** A* with Manhattan distance: reads a file with the size and the rows, prints the boards of a shortest path. */
public class Solver {
    record Node(int[] tiles, Node parent, int moves, int priority, int ticket) {}

    private final int size;
    private int tickets = 0;

    Solver(int size) {
        this.size = size;
    }

    int manhattan(int[] tiles) {
        int sum = 0;
        for (int cell = 0; cell < tiles.length; cell++) {
            if (tiles[cell] == 0) continue;
            int home = tiles[cell] - 1;
            sum += Math.abs(cell / size - home / size) + Math.abs(cell % size - home % size);
        }
        return sum;
    }

    Node child(int[] tiles, Node parent) {
        int moves = parent == null ? 0 : parent.moves + 1;
        return new Node(tiles, parent, moves, moves + manhattan(tiles), tickets++);
    }

    Node solve(int[] start) {
        PriorityQueue<Node> queue = new PriorityQueue<>((a, b) ->
            a.priority != b.priority ? a.priority - b.priority : a.ticket - b.ticket);
        Map<String, Integer> best = new HashMap<>();
        queue.add(child(start, null));
        best.put(Arrays.toString(start), 0);
        while (true) {
            Node node = queue.remove();
            if (manhattan(node.tiles) == 0) return node;
            int blank = 0;
            while (node.tiles[blank] != 0) blank++;
            for (int[] step : new int[][] {{-1, 0}, {1, 0}, {0, -1}, {0, 1}}) {
                int row = blank / size + step[0], col = blank % size + step[1];
                if (row < 0 || row >= size || col < 0 || col >= size) continue;
                int[] tiles = node.tiles.clone();
                tiles[blank] = tiles[row * size + col];
                tiles[row * size + col] = 0;
                Node next = child(tiles, node);
                if (next.moves < best.getOrDefault(Arrays.toString(tiles), Integer.MAX_VALUE)) {
                    best.put(Arrays.toString(tiles), next.moves);
                    queue.add(next);
                }
            }
        }
    }

    /** Moves keep the parity of the inversions, plus that of the blank's row where rows are even. */
    boolean isSolvable(int[] tiles) {
        int sum = 0;
        for (int i = 0; i < tiles.length; i++) {
            for (int j = i + 1; j < tiles.length; j++) {
                if (tiles[j] != 0 && tiles[i] > tiles[j]) sum++;
            }
            if (size % 2 == 0 && tiles[i] == 0) sum += size - 1 - i / size;
        }
        return sum % 2 == 0;
    }

    void print(int[] tiles) {
        System.out.println(size);
        for (int cell = 0; cell < tiles.length; cell++) {
            System.out.printf("%3d%s", tiles[cell], cell % size == size - 1 ? "\n" : "");
        }
        System.out.println();
    }

    public static void main(String[] args) throws IOException {
        String[] words = Files.readString(Path.of(args[0])).trim().split("\\s+");
        int size = Integer.parseInt(words[0]);
        int[] tiles = new int[words.length - 1];
        Arrays.setAll(tiles, at -> words[at + 1].matches("\\d{1,3}") ? Integer.parseInt(words[at + 1]) : -1);
        int[] sorted = tiles.clone();
        Arrays.sort(sorted);
        for (int tile = 0; tile < size * size; tile++) {
            if (sorted.length != size * size || sorted[tile] != tile) {
                System.out.println("not a valid board");
                return;
            }
        }
        Solver solver = new Solver(size);
        if (!solver.isSolvable(tiles)) {
            System.out.println("Unsolvable puzzle");
            return;
        }
        Node end = solver.solve(tiles);
        Deque<int[]> path = new ArrayDeque<>();
        for (Node node = end; node != null; node = node.parent) path.push(node.tiles);
        System.out.println("Minimum number of moves = " + end.moves + "\n");
        path.forEach(solver::print);
    }
}
