//! A menu on standard input: 2 and the rows of a board, then 1, 2 or 3 for uniform cost, A* with
//! misplaced tiles or A* with Manhattan distance. It prints no path, but how large the search was.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::io::{stdin, Read};

type Board = [usize; 9];

const GOAL: Board = [1, 2, 3, 4, 5, 6, 7, 8, 0];

fn misplaced(board: &Board) -> usize {
    (0..9).filter(|&cell| board[cell] != 0 && board[cell] != GOAL[cell]).count()
}

fn manhattan(board: &Board) -> usize {
    let away = |cell: usize, home: usize| (cell / 3).abs_diff(home / 3) + (cell % 3).abs_diff(home % 3);
    (0..9).filter(|&cell| board[cell] != 0).map(|cell| away(cell, board[cell] - 1)).sum()
}

fn children(board: &Board) -> Vec<Board> {
    let blank = board.iter().position(|&tile| tile == 0).unwrap();
    let (row, col) = (blank / 3, blank % 3);
    let mut targets = Vec::new();
    if row > 0 { targets.push(blank - 3) }
    if row < 2 { targets.push(blank + 3) }
    if col > 0 { targets.push(blank - 1) }
    if col < 2 { targets.push(blank + 1) }
    let swapped = |target| {
        let mut child = *board;
        child.swap(blank, target);
        child
    };
    targets.into_iter().map(swapped).collect()
}

/// The depth of the goal, the nodes expanded and the longest queue.
fn search(start: Board, h: fn(&Board) -> usize) -> Option<(usize, usize, usize)> {
    let mut queue = BinaryHeap::from([Reverse((h(&start), 0, 0, start))]);
    let mut best = HashMap::from([(start, 0)]);
    let (mut expanded, mut longest, mut ticket) = (0, 1, 0);
    while let Some(Reverse((_, _, g, board))) = queue.pop() {
        if g > best[&board] { continue }
        if board == GOAL { return Some((g, expanded, longest)) }
        expanded += 1;
        for child in children(&board) {
            if best.get(&child).map_or(true, |&known| g + 1 < known) {
                best.insert(child, g + 1);
                ticket += 1;
                queue.push(Reverse((g + 1 + h(&child), ticket, g + 1, child)));
            }
        }
        longest = longest.max(queue.len());
    }
    None
}

fn read_board(words: &[&str]) -> Option<Board> {
    let tiles: Vec<usize> = words.iter().map(|word| word.parse().ok()).collect::<Option<_>>()?;
    let board: Board = tiles.try_into().ok()?;
    (0..9).all(|tile| board.contains(&tile)).then_some(board)
}

fn main() {
    println!("Type 1 for a default puzzle, or 2 to enter your own.");
    let mut text = String::new();
    stdin().read_to_string(&mut text).expect("text on standard input");
    let words: Vec<&str> = text.split_whitespace().collect();
    let (tiles, algorithm) = (&words[1..words.len() - 1], words[words.len() - 1]);
    let start = match read_board(tiles) {
        Some(board) => board,
        None => return println!("This is not a valid board."),
    };
    println!("1. Uniform cost  2. A* with misplaced tiles  3. A* with Manhattan distance");
    let h = match algorithm {
        "1" => |_: &Board| 0,
        "2" => misplaced,
        _ => manhattan,
    };
    match search(start, h) {
        None => println!("There is no solution."),
        Some((depth, expanded, longest)) => {
            println!("To solve this problem the search algorithm expanded a total of {expanded} nodes.");
            println!("The maximum number of nodes in the queue at any one time was {longest}.");
            println!("The depth of the goal node was {depth}.");
        }
    }
}
