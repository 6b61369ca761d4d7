use crate::Problem;

/// Graph colouring: every vertex gets a colour different from those of its neighbours. A choice is
/// the colour of the next vertex, an objection the neighbour that has it.
#[derive(Debug, Clone)]
pub struct Colouring {
    /// The number of colours.
    pub colours: usize,
    /// The names of the vertices, in the order they are coloured.
    pub names: Vec<String>,
    /// Pairs of neighbours, numbered from 0.
    pub edges: Vec<(usize, usize)>,
}

impl Problem for Colouring {
    type Choice = usize; // the colour of the next vertex
    type State = Vec<usize>; // the colours so far
    type Objection = usize; // the neighbour that has it
    type Choices = std::ops::Range<usize>;

    fn root(&self) -> Vec<usize> {
        Vec::new()
    }

    fn choices(&self, _: &Vec<usize>) -> Self::Choices {
        0..self.colours
    }

    fn objection(&self, painted: &Vec<usize>, colour: usize) -> Option<usize> {
        let here = painted.len();
        let neighbour = |&(one, other): &(usize, usize)| match here {
            _ if one == here => Some(other),
            _ if other == here => Some(one),
            _ => None,
        };
        let mut neighbours = self.edges.iter().filter_map(neighbour);
        neighbours.find(|&other| painted.get(other) == Some(&colour))
    }

    fn advance(&self, painted: &mut Vec<usize>, colour: usize) {
        painted.push(colour);
    }

    fn retreat(&self, painted: &mut Vec<usize>, _: usize) {
        painted.pop();
    }

    fn solved(&self, painted: &Vec<usize>) -> bool {
        painted.len() == self.names.len()
    }
}
