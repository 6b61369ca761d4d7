//! Graph colouring in the lab.

use std::f32::consts::TAU;

use bezzel::problems::Colouring;

use super::{Both, Demo, Mark, Scene, ScenePlace};
use crate::ProblemFlaw;

const LOOKS: [&str; 4] = ["colour-1", "colour-2", "colour-3", "colour-4"];
const COLOURS: [Both<&str>; 4] = [
    ["blue", "파랑"],
    ["orange", "주황"],
    ["green", "초록"],
    ["purple", "보라"],
];

impl Demo for Colouring {
    const NAME: &'static str = "colouring";
    const TITLE: Both<&'static str> = ["Graph colouring", "그래프 색칠"];
    const ABOUT: Both<&'static str> = [
        "Give every vertex a colour so that no two neighbours have the same. Vertex by vertex the search tries the colours in order; a branch is pruned when a neighbour has the colour already.",
        "이웃한 정점끼리 색이 다르게 모든 정점을 칠합니다. 정점마다 색을 차례로 시도하고, 이웃이 이미 그 색이면 가지를 칩니다.",
    ];
    const SYNTAX: Both<&'static str> = [
        "how many colours, a colon, the edges: 3: A-B B-C C-A",
        "색의 수, 쌍점, 변들: 3: A-B B-C C-A",
    ];
    const EXAMPLES: &'static [&'static str] = &[
        "3: A-B A-C B-C B-D C-D D-E",
        "3: A-B B-C C-D D-E E-A",
        "2: A-B B-C C-A",
        "3: A-B A-C A-D A-E B-C C-D D-E E-B",
    ];
    const CODE: &'static str = include_str!("../../listings/colouring.py");

    fn parse(text: &str) -> Result<Self, ProblemFlaw> {
        let (colours, joined) = text.split_once(':').ok_or(ProblemFlaw::NoColours {
            example: "3: A-B B-C C-A",
        })?;
        let colours = match colours.trim().parse() {
            Ok(colours @ 1..=4) => colours,
            _ => {
                return Err(ProblemFlaw::ColourRange {
                    text: colours.trim().into(),
                    limit: LOOKS.len(),
                });
            }
        };
        let mut names: Vec<String> = Vec::new();
        let mut edges = Vec::new();
        for edge in joined.split_whitespace() {
            let wrong = || ProblemFlaw::NoEdge { text: edge.into() };
            let (one, other) = edge.split_once('-').ok_or_else(wrong)?;
            let mut vertex = |name: &str| {
                if !(1..=3).contains(&name.chars().count()) {
                    return Err(wrong());
                }
                let known = names.iter().position(|other| other == name);
                Ok(known.unwrap_or_else(|| {
                    names.push(name.into());
                    names.len() - 1
                }))
            };
            let (one, other) = (vertex(one)?, vertex(other)?);
            if one == other {
                return Err(ProblemFlaw::EdgeToItself { text: edge.into() });
            }
            edges.push((one, other));
        }
        if !(2..=10).contains(&names.len()) {
            return Err(ProblemFlaw::VertexCount {
                count: names.len(),
                least: 2,
                limit: 10,
            });
        }
        Ok(Self {
            colours,
            names,
            edges,
        })
    }

    fn scene(&self) -> Scene {
        let count = self.names.len() as f32;
        let place = |(index, name): (usize, &String)| {
            let angle = TAU * (index as f32 / count - 0.25);
            ScenePlace {
                text: name.clone(),
                at: Some((0.5 + 0.42 * angle.cos(), 0.5 + 0.42 * angle.sin())),
                ..ScenePlace::default()
            }
        };
        Scene {
            places: self.names.iter().enumerate().map(place).collect(),
            lines: self.edges.clone(),
            ..Scene::default()
        }
    }

    fn label(&self, colour: usize) -> String {
        (colour + 1).to_string()
    }

    fn marks(&self, painted: &Vec<usize>, colour: usize) -> Vec<Mark> {
        let place = painted.len();
        vec![Mark {
            place,
            text: self.names[place].clone(),
            look: LOOKS[colour],
        }]
    }

    fn names(&self, painted: &Vec<usize>, colour: usize) -> Both {
        let (vertex, [english, korean]) = (&self.names[painted.len()], COLOURS[colour]);
        [
            format!("Colour {} ({english}) for {vertex}", colour + 1),
            format!("{vertex}에 {}번 색({korean})", colour + 1),
        ]
    }

    fn explain_objection(
        &self,
        painted: &Vec<usize>,
        colour: usize,
        neighbour: &usize,
    ) -> (Both, Vec<usize>) {
        let [english, korean] = COLOURS[colour];
        let name = &self.names[*neighbour];
        let says = [
            format!("its neighbour {name} is {english}"),
            format!("이웃 {name}의 색이 이미 {korean}입니다"),
        ];
        (says, vec![*neighbour, painted.len()])
    }
}
